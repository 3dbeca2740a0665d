import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './index.ts'

const script = fileURLToPath(new URL('../../dist/scripts/mutants.js', import.meta.url))

// That the checks pass where nothing is planted is what the whole suite shows. `npm run mutants` tries the rest, too.
test('a planted fault of the specification is caught by the check that it names, in few calls', async () => {
  const said = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [script, '--seeds', '1', '--scope', 'specification', '--shard', '1/48'],
      (_status, out, err) => resolve(out + err),
    ),
  )
  const missed = said.split('\n').filter((line) => / {2}[^+ ] {2}/.test(line) && !line.startsWith('fault'))
  expect(missed).toEqual([])
  const caught = Number(/(\d+) caught \(\+\), 0 missed/.exec(said)?.[1])
  expect(caught / mutants.length).toBeGreaterThan(0.01)
}, 600_000)
