import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from './root.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-changelog-'))
  git('init', '--quiet', '--initial-branch=main')
  write('CHANGELOG.md')
  commit('Begin')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a change that users meet asks for a line, whether it is committed or not', () => {
  git('tag', 'v1')
  write('sim/api/milestones/milestones.ts')
  expect(told()).toMatch(
    /^CHANGELOG\.md has no line for what changed since v1 \(sim\/api\/milestones\/milestones\.ts\)/,
  )
  git('checkout', '--quiet', '-b', 'topic')
  commit('Change an operation')
  write('conformance/kit/check.ts')
  expect(told()).toContain('since main (')
  expect(told()).toContain(' and 1 more)')
  write('CHANGELOG.md', 'more')
  expect(told()).toBe('')
})

test('tests and what only developers meet ask for none, and neither does a commit that says so', () => {
  git('checkout', '--quiet', '-b', 'topic')
  write('sim/api/milestones/milestones.test.ts')
  write('sim/model/milestones/milestones.ts')
  commit('Change a rule')
  expect(told()).toBe('')
  write('sim/cli/main.ts')
  commit('Rename a function\n\nChangelog: none')
  expect(told()).toBe('')
})

test('without a branch or a tag there is nothing to compare with', () => {
  write('sim/cli/main.ts')
  expect(told()).toMatch(/^nothing to compare with/)
})

function told(): string {
  const script = [inRoot('scripts', 'changelog.mjs'), folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  expect(status).toBe(stderr === '' ? 0 : 1)
  return `${stdout}${stderr}`
}

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function commit(message: string): void {
  git('add', '--all')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', message)
}

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: folder })
}
