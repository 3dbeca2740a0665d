import { RE2JS, RE2JSException } from 're2js'
import { type TagRef, tagsOf } from '../branches/branches.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { ChangelogError } from './changelog-error.ts'
import { comparable, compareVersions, versionIn } from './changelog-version.ts'

const NUMBER = '0|[1-9]\\d*'
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const TAG_REGEX = `^v?(?P<major>${NUMBER})\\.(?P<minor>${NUMBER})\\.(?P<patch>${NUMBER})(?:-(?P<pre>${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+(?P<meta>[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$`

/**
 * The tag of the last stable version below `version`, found by a regular expression that names `major`, `minor`,
 * `patch` and perhaps `pre` and `meta`. Throws a ChangelogError for a regular expression that is none.
 */
export function previousTag(
  world: World,
  project: Project,
  version: string,
  regex: string = TAG_REGEX,
): TagRef | undefined {
  // Regular expressions of projects run in linear time, in the dialect in which the service runs them.
  const pattern = compiled(regex)
  const wanted = versionIn(version)
  if (wanted === undefined)
    throw new ChangelogError(
      'The requested `version` attribute format is not correct. Use formats such as `1.0.0` or `v1.0.0`.',
    )
  let below: { readonly tag: TagRef; readonly version: string } | undefined
  for (const tag of tagsOf(world, project)) {
    const found = stableVersion(pattern, tag.name)
    if (found === undefined || compareVersions(found, wanted) >= 0) continue
    if (below === undefined || compareVersions(found, below.version) >= 0) below = { tag, version: found }
  }
  return below?.tag
}

function compiled(regex: string): RE2JS {
  try {
    return RE2JS.compile(regex)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error.message.replace(/^error parsing regexp: /, '').replace(/`([^`]*)`$/, '$1')
    throw new ChangelogError(
      `The regular expression to use for finding the previous tag for a version is invalid: ${reason}`,
    )
  }
}

function stableVersion(pattern: RE2JS, tag: string): string | undefined {
  const match = pattern.matcher(tag)
  if (!match.find()) return undefined
  const names = pattern.namedGroups()
  const group = (name: string) => (Object.hasOwn(names, name) ? (match.group(name) ?? undefined) : undefined)
  const [major, minor, patch, meta] = ['major', 'minor', 'patch', 'meta'].map(group)
  if (group('pre') || !major || !minor || !patch) return undefined
  return comparable(`${major}.${minor}.${patch}${meta ? `+${meta}` : ''}`)
}
