import { matchesGlob } from '../../lib/glob.ts'
import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { accessLevels } from '../members/access-level.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { ProtectedKind, ProtectingRole, ProtectionRule } from './protection-rule.ts'

export type ProtectionValues = Pick<ProtectionRule, 'pattern' | 'packageType' | 'push' | 'delete'>

export function protectionRulesOf(world: World, project: Project, kind: ProtectedKind): ProtectionRule[] {
  return world.protectionRules
    .by('byProject', project.id, kind)
    .list()
    .sort((a, b) => a.id - b.id)
}

/** Throws InvalidRow. */
export function addProtectionRule(
  world: World,
  project: Project,
  kind: ProtectedKind,
  values: ProtectionValues,
  now: Instant,
): ProtectionRule {
  refuse(world, project, kind, values)
  const id = nextId(world, 'protectionRules')
  return world.protectionRules.insert({ id, projectId: project.id, kind, ...values, updatedAt: now })
}

/** Throws InvalidRow. */
export function changeProtectionRule(
  world: World,
  project: Project,
  rule: ProtectionRule,
  changes: Partial<ProtectionValues>,
  now: Instant,
): ProtectionRule {
  const changed = { ...rule, ...changes, updatedAt: now }
  refuse(world, project, rule.kind, changed, rule)
  return world.protectionRules.put(changed)
}

const ranks: { readonly [role in ProtectingRole]: number } = {
  maintainer: accessLevels.maintainer,
  owner: accessLevels.owner,
  admin: Number.POSITIVE_INFINITY,
}

/** True where a rule forbids that access level to push or delete a package. */
export function isPackageProtected(
  world: World,
  project: Project,
  { type, name, level, task }: { type: string; name: string; level: number; task: 'push' | 'delete' },
): boolean {
  return protectionRulesOf(world, project, 'package').some((rule) => {
    const role = rule[task]
    return (
      role !== null && rule.packageType === type && level < ranks[role] && matchesGlob(rule.pattern, name)
    )
  })
}

const nouns: { readonly [kind in ProtectedKind]: string } = {
  package: 'package_name_pattern',
  repository: 'repository_path_pattern',
  tag: 'tag_name_pattern',
}
const MOST_TAG_RULES = 5

function refuse(
  world: World,
  project: Project,
  kind: ProtectedKind,
  { pattern, packageType, push, delete: remove }: ProtectionValues,
  self?: ProtectionRule,
): void {
  const others = protectionRulesOf(world, project, kind).filter(({ id }) => id !== self?.id)
  const errors: { [attribute: string]: string[] } = {}
  const texts: string[] = []
  if (pattern.trim() === '') texts.push(BLANK)
  if (isLonger(pattern, 255)) texts.push(tooLong(255))
  if (others.some((it) => it.pattern === pattern && it.packageType === packageType)) texts.push(TAKEN)
  if (kind === 'repository' && !pattern.startsWith(project.fullPath.toLowerCase()))
    texts.push("should start with the project's full path")
  if (texts.length > 0) errors[nouns[kind]] = texts
  if (kind === 'tag' ? (push === null) !== (remove === null) : push === null && remove === null)
    errors.base = [
      kind === 'tag'
        ? 'Access levels should either both be present or both be nil'
        : 'A rule must have at least a minimum access role for push or delete.',
    ]
  if (kind === 'tag' && self === undefined && others.length >= MOST_TAG_RULES)
    errors.base = ['Maximum number of protection rules have been reached.']
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
