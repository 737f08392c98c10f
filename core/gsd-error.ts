/** The one error of this codebase: branch on `code`; the sentence says what, where and what to do next. */
export class GsdError extends Error {
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "GsdError";
    this.code = code;
  }
}
