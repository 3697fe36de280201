/** A URL of a survey: what the rules make of it, and what is known of its page. */
export type SurveyedUrl = {
  readonly url: string;
  readonly key: string;
  /** The number of its page; -1 if nothing is known of it. */
  readonly page: number;
};
