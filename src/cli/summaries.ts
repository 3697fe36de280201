/** All commands with what each is for, in the order of the help page; apart from the commands so that help loads none of them. */
export const SUMMARIES = {
  cluster: 'which URLs of a crawl are the same page',
  learn: 'learns rules from URLs that are known to be the same page',
  validate: 'judges a rule set anew on other data, and marks rules that it contradicts',
  evaluate: 'how much a rule set removes of labeled URLs, and what it joins wrongly',
  compare: 'every learner side by side, judged on pages it has not seen',
  replicas: 'whole sites that copy each other',
  key: 'one key per URL: URLs of the same page get equal keys',
  rewrite: 'one canonical URL per URL, only where it is proven to exist',
  dedupe: 'the first URL of each key, in input order',
  explain: 'which rules apply to a URL, and on what evidence',
  export: 'rules as text for servers, crawlers, archives and lists; exactly, or refused by name',
  report: 'what rules do to your data, as one page',
  compile: 'a rule set as a flat file that loads at once',
  diff: 'what changed between two rule sets',
  serve: 'the explorer and the HTTP API: see rules, try them, switch them, learn them',
} as const;

export type CommandName = keyof typeof SUMMARIES;
