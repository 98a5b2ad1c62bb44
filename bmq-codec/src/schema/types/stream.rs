//! Configuring what is delivered.

use super::SubQueueIdInfo;
use crate::schema::table::*;
use crate::schema::{Array, Text};

schema! {
    /// Sets how much of a queue is delivered.
    sequence ConfigureQueueStream<'a> {
        /// The client's number for the queue.
        0 q_id "qId": u32,
        /// How much.
        1 stream_parameters "streamParameters": QueueStreamParameters<'a>,
    }

    /// It is set.
    sequence ConfigureQueueStreamResponse<'a> {
        /// The request, as it came.
        0 request "request": ConfigureQueueStream<'a>,
    }

    /// Sets what of a queue is delivered, and how much of it.
    sequence ConfigureStream<'a> {
        /// The client's number for the queue.
        0 q_id "qId": u32,
        /// What and how much.
        1 stream_parameters "streamParameters": StreamParameters<'a>,
    }

    /// It is set.
    sequence ConfigureStreamResponse<'a> {
        /// The request, as it came.
        0 request "request": ConfigureStream<'a>,
    }

    /// How much of a queue is delivered.
    sequence QueueStreamParameters<'a> {
        /// The application of a fan-out queue.
        0 sub_id_info "subIdInfo": Option<SubQueueIdInfo<'a>>,
        /// Most messages that may wait for confirmation.
        1 max_unconfirmed_messages "maxUnconfirmedMessages": i64,
        /// Most bytes that may wait for confirmation.
        2 max_unconfirmed_bytes "maxUnconfirmedBytes": i64,
        /// Consumers with a higher number come first; the default says "no consumer".
        3 consumer_priority "consumerPriority": i32 = i32::MIN,
        /// How many consumers have that priority.
        4 consumer_priority_count "consumerPriorityCount": i32,
    }

    /// What of a queue is delivered.
    sequence StreamParameters<'a> {
        /// The application's name.
        0 app_id "appId": Text<'a> = Text::new("__default"),
        /// The subscriptions; none ends the delivery.
        1 subscriptions "subscriptions": Array<'a, Subscription<'a>>,
    }

    /// A part of a queue's messages, and who consumes it.
    sequence Subscription<'a> {
        /// The client's number for the subscription: messages are pushed with it. 0 is the default one.
        0 s_id "sId": u32,
        /// Which messages.
        1 expression "expression": Expression<'a>,
        /// The consumers.
        2 consumers "consumers": Array<'a, ConsumerInfo>,
    }

    /// Which messages a subscription has.
    sequence Expression<'a> {
        /// The language of the text.
        0 version "version": ExpressionVersion,
        /// The expression.
        1 text "text": Text<'a>,
    }

    /// The language of an expression.
    enumeration ExpressionVersion {
        /// None: all messages.
        E_UNDEFINED = 0,
        /// The first version.
        E_VERSION_1 = 1,
    }

    /// How much a consumer takes.
    sequence ConsumerInfo {
        /// Most messages that may wait for confirmation.
        0 max_unconfirmed_messages "maxUnconfirmedMessages": i64,
        /// Most bytes that may wait for confirmation.
        1 max_unconfirmed_bytes "maxUnconfirmedBytes": i64,
        /// Consumers with a higher number come first; the default says "no consumer".
        2 consumer_priority "consumerPriority": i32 = i32::MIN,
        /// How many consumers have that priority.
        3 consumer_priority_count "consumerPriorityCount": i32,
    }
}
