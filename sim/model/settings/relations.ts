import type { Json } from '../../lib/json.ts'
import type { Errors } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import type { AllSettings } from './all-settings.ts'

/** What is wrong between settings, or with one of them in a way of its own (settings#stored-conditions). */
export function relationFaults({ value, has }: AllSettings): Errors {
  const errors: { [attribute: string]: readonly string[] } = {}
  if (typeof value('archive_builds_in_human_readable') === 'string')
    errors.archive_builds_in_human_readable = ['is not a correct duration']
  // The text names the column, whose name is older than the attribute's.
  if (value('delayed_project_deletion') && !value('delayed_group_deletion'))
    errors.delayed_project_removal = ["can't be enabled when delayed group deletion is disabled"]
  if (value('enforce_terms') && !value('terms')) errors.base = ['You need to set terms to be enforced']
  if (keyTypes.every((type) => value(`${type}_key_restriction`) === -1)) errors.allowed_key_types = [BLANK]
  const hosts = hostTexts(value('outbound_local_requests_whitelist') as readonly string[])
  if (hosts.length > 0) errors.outbound_local_requests_whitelist = hosts
  if (has('settings#later-restricted-defaults'))
    for (const name of ['default_project_visibility', 'default_group_visibility'])
      if ((value('restricted_visibility_levels') as readonly Json[]).includes(value(name)))
        errors[name] = ['cannot be set to a restricted visibility level']
  return errors
}

const keyTypes = ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk']

const MOST_HOSTS = 1000
const LONGEST_HOST = 255

function hostTexts(hosts: readonly string[]): readonly string[] {
  const texts: string[] = []
  if (hosts.length > MOST_HOSTS) texts.push(`is too long (maximum is ${MOST_HOSTS} entries)`)
  if (hosts.some((host) => host.length > LONGEST_HOST))
    texts.push(`entries cannot be larger than ${LONGEST_HOST} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names of hosts are ASCII.
  if (hosts.some((host) => /[^\x00-\x7f]/.test(host))) texts.push('unicode domains should use IDNA encoding')
  if (hosts.some((host) => /<[^>]*>/.test(host))) texts.push('entries cannot contain HTML tags')
  return texts
}
