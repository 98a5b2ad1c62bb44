#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_testkit::oracle::wirescope_filter(data));
