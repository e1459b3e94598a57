//! Any bytes as a task file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trivium_negotiation::task::read_task_file;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = read_task_file(bytes) {
        for task in &file.tasks {
            assert_eq!(task.hash().len(), 16);
        }
    }
});
