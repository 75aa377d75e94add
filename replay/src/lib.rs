//! A record held against the rules: what happened step by step, and what there is to say of it.

pub mod code;
pub mod diagram;
pub mod finding;
pub mod plain;
pub mod step;
