/** Why a changelog cannot be made, in the words of the service. */
export class ChangelogError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ChangelogError'
  }
}
