/** What is thrown to be answered. Nobody reads where it came from, and noting that costs more than the answer itself. */
export class Untraced extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}
