//! Any bytes through everything that is done with a results file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trivium_negotiation::compare::compare;
use trivium_negotiation::results::{load, salvage};
use trivium_negotiation::score::{Profile, score_file};
use trivium_negotiation::transcript::transcript;

fuzz_target!(|bytes: &[u8]| {
    let _ = salvage(bytes).map(|salvaged| salvaged.file.write(std::io::sink()));
    let Ok(file) = load(bytes) else { return };
    let score = score_file(&file, Profile::Reference);
    let _ = compare(&file, &score);
    for row in &file.rows {
        let _ = transcript(row);
    }
    let mut written = Vec::new();
    assert!(file.write(&mut written).is_ok());
    let again = load(&written).map(|file| score_file(&file, Profile::Reference));
    assert_eq!(again, Ok(score));
});
