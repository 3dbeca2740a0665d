import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { answerOf, run } from '../testing/run.ts'
import { describeScript } from '../testing/scenarios.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const ruby = process.env.FORGERY_RUBY ?? '/usr/bin/ruby'
const version = answerOf(ruby, '-rgitlab', '-e', 'puts Gitlab::VERSION')
const found = version ?? 'skipped: Debian has it as ruby-gitlab; FORGERY_RUBY names another Ruby'

describe.skipIf(version === undefined)(`ruby-gitlab (${found})`, () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_test.rb'))) {
    const source = `${folder}${file}`
    describeScript(file.replace('_test.rb', ''), {
      sources: [source],
      play: (url) => run(ruby, [source, url]),
    })
  }
})
