import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributes, isSettingAlias } from '../../model/settings/attributes.ts'

const ROOT = new URL('../../', import.meta.url)
const OWN = /^(?:model\/settings|api\/settings)\/|^entities\/settings\.ts$|\.test\.ts$/

/** Names of settings that some operation, job or rule outside the settings themselves asks for. */
function askedFor(): Set<string> {
  const found = new Set<string>()
  for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/')
    if (!path.endsWith('.ts') || OWN.test(path)) continue
    const source = readFileSync(new URL(path, ROOT), 'utf8')
    if (!/settings\/in-force\.ts'|rateLimit|whileOn/.test(source)) continue
    for (const [, name] of source.matchAll(/'([a-z][a-z0-9_]+)'/g)) found.add(name as string)
  }
  return found
}

/** Names that are put together where they are asked for. */
const COMPOSED = /^throttle_|_key_restriction$|^users_api_limit_follow/

test('the table tells what follows from a setting exactly where something asks for it', () => {
  const asked = askedFor()
  const settings = Object.entries(attributes()).filter(
    ([name, entry]) => !isSettingAlias(entry) && !COMPOSED.test(name),
  )
  const told = settings.flatMap(([name, entry]) => ('effect' in entry ? [name] : []))
  expect(told).toEqual(settings.flatMap(([name]) => (asked.has(name) ? [name] : [])))
})
