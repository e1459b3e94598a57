//! The browser behind core's ports, one file for each, and the few things of the window that views need.

pub mod clock;
pub mod entropy;
pub mod files;
pub mod store;
pub mod transport;
pub mod window;
pub mod worker;

pub use clock::SystemClock;
pub use entropy::SystemEntropy;
pub use store::IndexedDb;
pub use transport::Fetch;
pub use worker::Worker;
