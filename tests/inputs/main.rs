//! Every form in which a program can be handed in, end to end with the real compiler.

mod allowance;
mod bench;
mod database;
mod forms;
mod fortran;
mod jobs;
mod library;
mod models;
mod newer;
mod pointers;
mod screened;
mod sources;
mod wrapper;
