import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe } from 'vitest'
import { answerOf, run } from '../testing/run.ts'
import { describeScript } from '../testing/scenarios.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const go = process.env.FORGERY_GO ?? '/usr/bin/go'
const version = answerOf('dpkg', '-s', 'golang-github-xanzy-go-gitlab-dev')?.match(/^Version: (.+)$/m)?.[1]
const there = version !== undefined && answerOf(go, 'version') !== undefined
const found = there ? version : 'skipped: Debian has it as golang-github-xanzy-go-gitlab-dev, with golang-go'

describe.skipIf(!there)(`go-gitlab (${found})`, () => {
  const place = mkdtempSync(join(tmpdir(), 'forgery-go-'))
  afterAll(() => rmSync(place, { recursive: true, force: true }))
  const program = join(place, 'client')
  const env = {
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(place, 'cache'),
    GOFLAGS: '',
    HOME: place,
  }
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .map((name) => join(folder, name))

  describeScript('does what users do', {
    sources: sources.filter((name) => !name.endsWith('/scenarios.go')),
    play: async (url) => {
      const compiled = await run(go, ['build', '-o', program, ...sources], { env })
      return compiled.status === 0 ? run(program, [url]) : compiled
    },
  })
})
