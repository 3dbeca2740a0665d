import { type Dependency, type License, packageManagers } from '../model/dependencies/dependency.ts'
import { severities, type Vulnerability } from '../model/vulnerability-exports/vulnerability.ts'
import { entity, integer, many, oneOfTexts, text, url, when } from './entity.ts'

const licenseEntity = entity<License>('License', {
  name: text((license) => license.name),
  url: url((license) => license.url),
})

const dependencyVulnerabilityEntity = entity<Vulnerability>('DependencyVulnerability', {
  name: text((vulnerability) => vulnerability.title),
  severity: oneOfTexts(severities, (vulnerability) => vulnerability.severity),
  id: integer((vulnerability) => vulnerability.id),
  url: url(({ id, projectId }, view) => {
    const { fullPath } = view.world.projects.require(projectId)
    return view.url(`${fullPath}/-/security/vulnerabilities/${id}`)
  }),
})

export const dependencyEntity = entity<Dependency>('Dependency', {
  name: text((dependency) => dependency.name),
  version: text((dependency) => dependency.version),
  package_manager: oneOfTexts(packageManagers, (dependency) => dependency.packageManager),
  dependency_file_path: text((dependency) => dependency.filePath),
  // The key is absent, not an empty list, for callers without the right (dependencies#vulnerabilities-rights).
  vulnerabilities: when(
    ({ projectId }, view) => view.can('read_security_dashboard', view.world.projects.require(projectId)),
    many(dependencyVulnerabilityEntity, ({ vulnerabilityIds }, { world }) =>
      vulnerabilityIds.flatMap((id) => world.vulnerabilities.get(id) ?? []),
    ),
  ),
  licenses: many(licenseEntity, (dependency) => dependency.licenses),
})
