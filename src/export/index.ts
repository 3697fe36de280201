/**
 * Rules for other programs: servers, crawlers, archives, lists, databases. Takes a rule set, gives text and what was refused.
 * Invariant: a rule is written exactly or refused with a reason, never approximated.
 */
export { type Export, type ExportRulesOptions, exportRules } from './export-rules.ts';
export type { Exporter, ExportOptions, Refusal } from './exporter.ts';
export { EXPORTERS, TARGETS, type TargetName } from './exporters.ts';
