import type { AuditEventDescription, VulnerabilityDescription } from '../../../fixtures/schema.ts'
import type { AuditEntity, AuditEvent } from '../audit.ts'
import type { Vulnerability } from '../vulnerability.ts'
import { nextId } from '../world.ts'
import { type Loading, type ProjectScope, timeOf } from './loading.ts'
import { Names } from './names.ts'

/** What the security scans of a project found, and the libraries that it uses. */
export function loadFindings(loading: Loading, scope: ProjectScope): void {
  const { world } = loading
  const { vulnerabilities = [], dependencies = [] } = scope.description
  const byTitle = new Names<Vulnerability>('vulnerability')
  vulnerabilities.forEach((it, i) => {
    const path = `${scope.path}.vulnerabilities[${i}]`
    byTitle.add(
      it.title,
      world.vulnerabilities.insert(vulnerabilityRow(loading, scope, it, path)),
      `${path}.title`,
    )
  })
  dependencies.forEach((it, i) => {
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
export function loadAuditEvents(loading: Loading): void {
  loading.description.auditEvents?.forEach((event, i) => {
    loading.world.auditEvents.insert(auditRow(loading, event, `auditEvents[${i}]`))
  })
}

interface Entity {
  readonly type: AuditEntity
  readonly id: number
  readonly path: string
  readonly name: string
}

function auditRow(loading: Loading, it: AuditEventDescription, path: string): AuditEvent {
  const author = loading.users.require(it.author, `${path}.author`)
  const entity = entityOf(loading, it, path)
  const target = it.target ?? { id: entity.id, type: entity.type, details: entity.name }
  return {
    id: nextId(loading.world, 'auditEvents'),
    authorId: author.id,
    authorName: author.name,
    entityType: entity.type,
    entityId: entity.id,
    entityPath: entity.path,
    targetId: target.id ?? null,
    targetType: target.type,
    targetDetails: target.details,
    ipAddress: it.ip ?? null,
    change: it.change,
    createdAt: timeOf(loading, it.at),
  }
}

function entityOf(loading: Loading, { user, group, project }: AuditEventDescription, path: string): Entity {
  if (project !== undefined) {
    const { row } = loading.projects.require(project, `${path}.project`)
    return { type: 'Project', id: row.id, path: row.fullPath, name: row.fullPath }
  }
  if (group !== undefined) {
    const { row } = loading.groups.require(group, `${path}.group`)
    return { type: 'Group', id: row.id, path: row.fullPath, name: row.name }
  }
  if (user === undefined) throw new Error(`${path}: one of user, group and project is missing`)
  const row = loading.users.require(user, `${path}.user`)
  return { type: 'User', id: row.id, path: row.username, name: row.name }
}
