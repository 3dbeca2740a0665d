import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { answerOf, run } from '../testing/run.ts'
import { describeScript } from '../testing/scenarios.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const python = process.env.FORGERY_PYTHON ?? '/usr/bin/python3'
const version = answerOf(python, '-c', 'import gitlab; print(gitlab.__version__)')
const found = version ?? 'skipped: Debian has it as python3-gitlab; FORGERY_PYTHON names another Python'

describe.skipIf(version === undefined)(`python-gitlab (${found})`, () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_test.py'))) {
    const source = `${folder}${file}`
    // No byte code beside the sources.
    describeScript(file.replace('_test.py', ''), {
      sources: [source],
      play: (url) => run(python, ['-B', source, url]),
    })
  }
})
