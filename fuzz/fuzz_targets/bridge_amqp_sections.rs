#![no_main]
codec_testkit::count_allocations!();
libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_testkit::oracle::bridge_amqp_sections(data));
