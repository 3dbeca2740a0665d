import { CORE_SCHEMA, loadAll, realMapTag } from 'js-yaml'
import { text } from '../../lib/bytes.ts'
import { branchNamed } from '../branches/branches.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { ChangelogError } from './changelog-error.ts'
import { parseTemplate, type Template } from './changelog-template.ts'
import { fileAt } from './files.ts'
import { commitNamed } from './project-objects.ts'

export const CONFIG_FILE = '.gitlab/changelog_config.yml'

/** How a project wants its changelog written. */
export interface ChangelogConfig {
  readonly dateFormat: string
  readonly template: Template
  /** Titles by what trailers say. */
  readonly categories: ReadonlyMap<string, string>
  /** RE2 syntax. */
  readonly tagRegex: string | undefined
  /** Paths of groups whose members are always credited. */
  readonly includeGroups: readonly string[]
}

const DEFAULT_TEMPLATE = `{% if categories %}
{% each categories %}
### {{ title }} ({% if single_change %}1 change{% else %}{{ count }} changes{% end %})

{% each entries %}
- [{{ title }}]({{ commit.reference }})\\
{% if author.credit %} by {{ author.reference }}{% end %}\\
{% if merge_request %} ([merge request]({{ merge_request.reference }})){% end %}

{% end %}

{% end %}
{% else %}
No changes.
{% end %}
`

/** Where a configuration is read; each has a default. */
export interface ConfigPlace {
  readonly configFile: string | null | undefined
  /** Branch, tag or commit. */
  readonly configRef: string | null | undefined
}

/** The configuration at a ref, by default the head of the default branch. Throws a ChangelogError for one that cannot be read. */
export function changelogConfig(
  world: World,
  project: Project,
  { configFile, configRef }: ConfigPlace,
): ChangelogConfig {
  const place = configFile?.trim() ? configFile : CONFIG_FILE
  const head = configRef
    ? commitNamed(world, project, configRef)
    : branchNamed(world, project, project.defaultBranch)?.head.id
  const file = head === undefined ? undefined : fileAt(world, project, head, place)
  const settings = settingsIn(file === undefined ? '' : text(file.bytes), place)
  const given = (name: string) => {
    const value = settings.get(name)
    return value === undefined || value === null || value === false ? undefined : value
  }
  return {
    dateFormat: String(given('date_format') ?? '%Y-%m-%d'),
    template: parseTemplate(String(given('template') ?? DEFAULT_TEMPLATE)),
    categories: categoriesIn(given('categories')),
    tagRegex: given('tag_regex') === undefined ? undefined : String(given('tag_regex')),
    includeGroups: [given('include_groups') ?? []].flat().map(String),
  }
}

function settingsIn(yaml: string, path: string): ReadonlyMap<unknown, unknown> {
  if (yaml.trim() === '') return new Map()
  const settings = parsed(yaml, path)
  // A text alone has no settings, and nothing is wrong with it.
  if (settings === null || typeof settings === 'string') return new Map()
  if (!(settings instanceof Map)) throw new ChangelogError(`${path} does not contain valid YAML`)
  return settings
}

// As safe as the service reads it: no aliases, nothing but plain values.
function parsed(yaml: string, path: string): unknown {
  try {
    const options = { schema: CORE_SCHEMA.withTags(realMapTag), json: true, maxAliases: 0, maxDepth: 100 }
    // Comments alone are no document.
    return loadAll(yaml, options)[0] ?? null
  } catch {
    throw new ChangelogError(`${path} does not contain valid YAML`)
  }
}

function categoriesIn(value: unknown): ReadonlyMap<string, string> {
  if (value === undefined) return new Map()
  if (!(value instanceof Map)) throw new ChangelogError('The "categories" configuration key must be a Hash')
  const named = [...value].filter(
    ([name, title]) => typeof name === 'string' && title !== null && title !== false,
  )
  return new Map(named.map(([name, title]) => [name as string, String(title)]))
}
