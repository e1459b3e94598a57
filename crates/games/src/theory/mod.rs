//! What theory says of the games, in exact numbers.

pub mod kuhn;
pub mod normal_form;
