//! What theory says of the games, in exact numbers.

pub mod normal_form;
