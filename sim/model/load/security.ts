import type { AuditEventDescription, VulnerabilityDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { AuditEvent } from '../audit-events/audit.ts'
import { type AuditScope, auditEntityColumns, scopeAsTarget } from '../audit-events/audit-log.ts'
import type { Vulnerability } from '../vulnerability-exports/vulnerability.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, type ProjectScope, timeOf } from './loading.ts'
import { Names } from './names.ts'

/** What the security scans of a project found, who watches it, and the libraries that it uses. */
export function* loadFindings(loading: Loading, scope: ProjectScope): Steps<void> {
  const { world } = loading
  const { vulnerabilities = [], dependencies = [], dashboards = [] } = scope.description
  yield* loadEach(loading, dashboards, (name, i) => {
    const userId = loading.users.require(name, `${scope.path}.dashboards[${i}]`).id
    world.dashboardProjects.insert({
      id: nextId(world, 'dashboardProjects'),
      userId,
      projectId: scope.row.id,
    })
  })
  const byTitle = new Names<Vulnerability>('vulnerability')
  yield* loadEach(loading, vulnerabilities, (it, i) => {
    const path = `${scope.path}.vulnerabilities[${i}]`
    byTitle.add(
      it.title,
      world.vulnerabilities.insert(vulnerabilityRow(loading, scope, it, path)),
      `${path}.title`,
    )
  })
  yield* loadEach(loading, dependencies, (it, i) => {
    const path = `${scope.path}.dependencies[${i}].vulnerabilities`
    world.dependencies.insert({
      id: nextId(world, 'dependencies'),
      projectId: scope.row.id,
      name: it.name,
      version: it.version,
      packageManager: it.packageManager,
      filePath: it.file,
      licenses: it.licenses ?? [],
      vulnerabilityIds: (it.vulnerabilities ?? []).map(
        (title, n) => byTitle.require(title, `${path}[${n}]`).id,
      ),
    })
  })
}

function vulnerabilityRow(
  loading: Loading,
  scope: ProjectScope,
  it: VulnerabilityDescription,
  path: string,
): Vulnerability {
  return {
    id: nextId(loading.world, 'vulnerabilities'),
    projectId: scope.row.id,
    title: it.title,
    description: it.description ?? '',
    reportType: it.reportType,
    scanner: it.scanner,
    severity: it.severity,
    state: it.state ?? 'detected',
    identifiers: it.identifiers ?? [],
    location: it.location ?? {},
    solution: it.solution ?? '',
    gone: it.gone ?? false,
    comments: (it.comments ?? []).map(({ user, state, text, at }, i) => ({
      userId: loading.users.require(user, `${path}.comments[${i}].user`).id,
      state,
      text,
      at: timeOf(loading, at),
    })),
    detectedAt: timeOf(loading, it.detectedAt),
  }
}

/** The audit log of the installation; later events have higher ids. */
export function* loadAuditEvents(loading: Loading): Steps<void> {
  yield* loadEach(loading, loading.description.auditEvents, (event, i) => {
    loading.world.auditEvents.insert(auditRow(loading, event, `auditEvents[${i}]`))
  })
}

function auditRow(loading: Loading, it: AuditEventDescription, path: string): AuditEvent {
  const author = loading.users.require(it.author, `${path}.author`)
  const entity = auditEntityColumns(scopeOf(loading, it, path))
  const { target } = it
  return {
    id: nextId(loading.world, 'auditEvents'),
    authorId: author.id,
    authorName: author.name,
    ...entity,
    ...(target === undefined
      ? scopeAsTarget(entity, it.change)
      : { targetId: target.id ?? null, targetType: target.type, targetDetails: target.details }),
    ipAddress: it.ip ?? null,
    change: it.change,
    createdAt: timeOf(loading, it.at),
  }
}

function scopeOf(
  loading: Loading,
  { user, group, project }: AuditEventDescription,
  path: string,
): AuditScope {
  if (project !== undefined) return { project: loading.projects.require(project, `${path}.project`).row }
  if (group !== undefined) return { group: loading.groups.require(group, `${path}.group`).row }
  if (user === undefined) throw new Error(`${path}: one of user, group and project is missing`)
  return { user: loading.users.require(user, `${path}.user`) }
}
