import fc from 'fast-check'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, textIn } from '../../kit/expect.ts'

const files = '/projects/:id/repository/files/:file_path'

const lines = fc.array(fc.constantFrom('one', 'two', 'ü', '', '  ', 'x'), { minLength: 1, maxLength: 6 })

const content = lines.map((all) => `${all.join('\n')}\n`)

export const blame = check({
  id: 'repository-files/blame',
  says: 'The blame of a file holds all its lines in order, each with the commit that added it',
  source: 'repository-files#blame',
  level: 'should',
  covers: [`GET ${files}/blame`],
  needs: { writes: true },
  over: () => fc.tuple(content, fc.nat({ max: 6 })),
  share: 0.4,
  holds: async (stage, [text, at]: readonly [string, number]) => {
    const { id, branch } = stage.project
    const path = 'blamed.txt'
    const first = await commit(stage, { branch, path, content: text })
    const before = text.slice(0, -1).split('\n')
    const after = before.toSpliced(Math.min(at, before.length), 0, 'quite new')
    const change = { branch, path, content: `${after.join('\n')}\n`, action: 'update' } as const
    const second = await commit(stage, change)
    const reply = await stage.call(`GET ${files}/blame`, { id, file_path: path, ref: branch })
    const told = reply
      .rows()
      .flatMap(({ commit, lines }) =>
        (lines as string[]).map((line) => [line, textIn(commit as never, 'id')]),
      )
    const expected = after.map((line) => [line, line === 'quite new' ? second : first])
    equals('the lines with their commits', told, expected, reply)
  },
})
