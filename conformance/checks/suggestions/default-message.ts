import { equals, holds } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import type { Stage } from '../../run/stage.ts'

/** The default message of a commit, behind which later releases name the authors of the suggestions. */
export async function isDefaultMessage(
  stage: Stage,
  message: Json | undefined,
  expected: string,
): Promise<void> {
  await stage.changed('suggestions#later-co-authors', {
    before: () => equals('the message', message, expected),
    after: () => {
      const [first, ...authors] = String(message).split(/\n+/)
      equals('the message', first, expected)
      holds(
        authors.every((line) => line.startsWith('Co-authored-by: ')),
        'authors follow',
        message ?? null,
      )
    },
  })
}
