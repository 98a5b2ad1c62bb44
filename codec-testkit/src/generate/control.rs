//! Valid messages of the schema.

use arbitrary::Unstructured;
use bmq_codec::SchemaMessage;
use bmq_codec::schema::generate::Generate;
use bmq_codec::schema::{
    AppIdInfo, ClusterMessage, ClusterStateFSMMessage, ConfigureStream, ConfigureStreamResponse,
    ConsumerInfo, ControlChoice, ControlMessage, FollowerClusterStateResponse, LeaderAdvisory,
    LeaderSyncDataQueryResponse, PartitionPrimaryAdvisory, PartitionPrimaryInfo, QueueAssignmentAdvisory,
    QueueInfo, QueueInfoUpdate, QueueUnAssignmentAdvisory, QueueUpdateAdvisory, StreamParameters,
    Subscription,
};

/// Most items of an array.
const MOST: usize = 4;

/// What the bytes gave.
type Drawn<T> = arbitrary::Result<T>;

/// Draws messages until the bytes are used up.
pub fn each_message(data: &[u8], check: &mut dyn FnMut(&SchemaMessage<'_>)) {
    let mut bytes = Unstructured::new(data);
    while !bytes.is_empty() {
        if one(&mut bytes, check).is_err() {
            return;
        }
    }
}

fn one<'a>(bytes: &mut Unstructured<'a>, check: &mut dyn FnMut(&SchemaMessage<'_>)) -> Drawn<()> {
    match bytes.int_in_range(0..=5)? {
        0 => check(&SchemaMessage::Negotiation(Generate::generate(bytes)?)),
        1 => check(&SchemaMessage::Authentication(Generate::generate(bytes)?)),
        2 => check(&SchemaMessage::Elector(Generate::generate(bytes)?)),
        3 => check(&SchemaMessage::Control(Generate::generate(bytes)?)),
        4 => streams(bytes, check)?,
        _ => advisories(bytes, check)?,
    }
    Ok(())
}

fn some<'a, T: Generate<'a>>(bytes: &mut Unstructured<'a>) -> Drawn<Vec<T>> {
    let len = bytes.int_in_range(0..=MOST)?;
    (0..len).map(|_| T::generate(bytes)).collect()
}

fn control<'a>(choice: ControlChoice<'a>, check: &mut dyn FnMut(&SchemaMessage<'_>)) {
    check(&SchemaMessage::Control(ControlMessage { r_id: Some(7), choice }));
}

/// Messages with subscriptions.
fn streams<'a>(bytes: &mut Unstructured<'a>, check: &mut dyn FnMut(&SchemaMessage<'_>)) -> Drawn<()> {
    let mut subscriptions: Vec<Subscription<'_>> = some(bytes)?;
    let consumers: Vec<Vec<ConsumerInfo>> =
        subscriptions.iter().map(|_| some(bytes)).collect::<Drawn<_>>()?;
    for (subscription, consumers) in subscriptions.iter_mut().zip(&consumers) {
        subscription.consumers = consumers[..].into();
    }
    let mut parameters = StreamParameters::generate(bytes)?;
    parameters.subscriptions = subscriptions[..].into();
    let request = ConfigureStream { q_id: Generate::generate(bytes)?, stream_parameters: parameters };
    control(request.into(), check);
    control(ConfigureStreamResponse { request }.into(), check);
    Ok(())
}

/// Messages with partitions and queues.
fn advisories<'a>(bytes: &mut Unstructured<'a>, check: &mut dyn FnMut(&SchemaMessage<'_>)) -> Drawn<()> {
    let partitions: Vec<PartitionPrimaryInfo> = some(bytes)?;
    let mut queues: Vec<QueueInfo<'_>> = some(bytes)?;
    let app_ids: Vec<Vec<AppIdInfo<'_>>> = queues.iter().map(|_| some(bytes)).collect::<Drawn<_>>()?;
    for (queue, app_ids) in queues.iter_mut().zip(&app_ids) {
        queue.app_ids = app_ids[..].into();
    }
    let mut updates: Vec<QueueInfoUpdate<'_>> = some(bytes)?;
    for (update, app_ids) in updates.iter_mut().zip(app_ids.windows(2)) {
        update.added_app_ids = app_ids[0][..].into();
        update.removed_app_ids = app_ids[1][..].into();
    }
    let sequence_number = Generate::generate(bytes)?;
    let (partitions, queues) = (partitions[..].into(), queues[..].into());
    let advisory = LeaderAdvisory { sequence_number, partitions, queues };
    let unassignment = QueueUnAssignmentAdvisory { queues, ..Generate::generate(bytes)? };
    let snapshot = FollowerClusterStateResponse { cluster_state_snapshot: advisory };
    for message in [
        ClusterMessage::from(advisory),
        PartitionPrimaryAdvisory { sequence_number, partitions }.into(),
        QueueAssignmentAdvisory { sequence_number, queues }.into(),
        unassignment.into(),
        QueueUpdateAdvisory { sequence_number, queue_updates: updates[..].into() }.into(),
        LeaderSyncDataQueryResponse { leader_sync_data: advisory }.into(),
        ClusterStateFSMMessage::from(snapshot).into(),
    ] {
        control(message.into(), check);
    }
    Ok(())
}
