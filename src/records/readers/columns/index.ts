/**
 * Columns of records, whatever format they come in: names to fields, texts to values. Takes strings, gives records.
 * Invariant: pure, and never throws.
 */
export { type Field, fieldsOf } from './names.ts';
export { makeRecord, plainDigest, REVISIT, revisitRecord, type Texts } from './values.ts';
