import { toJson } from '../../../lib/json.ts'
import { asMapping, CiConfigError, textList } from './yaml.ts'

const keys = ['name', 'description', 'tag_name', 'tag_message', 'ref', 'released_at', 'milestones', 'assets']
const single = ['name', 'description', 'tag_name', 'tag_message', 'ref', 'released_at']

/** The command by which a runner creates the release that a job describes. Throws CiConfigError. */
export function releaseCommandIn(value: unknown, job: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (!(value instanceof Map)) throw new CiConfigError(`jobs:${job}:release config should be a hash`)
  const unknown = [...value.keys()].filter((key) => !keys.includes(String(key)))
  if (unknown.length > 0)
    throw new CiConfigError(`jobs:${job}:release config contains unknown keys: ${unknown.join(', ')}`)
  for (const [key, spoken] of [
    ['tag_name', 'tag name'],
    ['description', 'description'],
  ] as const)
    if (!value.get(key)) throw new CiConfigError(`jobs:${job}:release ${spoken} can't be blank`)
  const flag = (key: string) => `--${key.replaceAll('_', '-')}`
  // In the order in which the configuration has them.
  const told = [...value].filter(([key]) => single.includes(String(key)))
  const milestones = textList(value.get('milestones') ?? [])
  const links = [asMapping(value.get('assets')).get('links') ?? []].flat()
  return [
    'release-cli create',
    ...told.map(([key, text]) => `${flag(String(key))} "${String(text)}"`),
    ...milestones.map((title) => `--milestone "${title}"`),
    ...links.map((link) => `--assets-link ${toJson(toJson(Object.fromEntries(asMapping(link))))}`),
  ].join(' ')
}
