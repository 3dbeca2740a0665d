import validVersion from 'semver/functions/valid.js'
import { publishedPackageEntity } from '../../entities/npm-package.ts'
import { unbase64 } from '../../lib/bytes.ts'
import type { Json } from '../../lib/json.ts'
import { isPublished, isVersionTaken, publishNpm } from '../../model/packages/npm-packages.ts'
import type { Manifest } from '../../model/packages/package.ts'
import { isPackageProtectedFrom } from '../../policy/protected-packages.ts'
import { operation } from '../../protocol/operation.ts'
import { object, required, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { buildOf } from '../shared/package-build.ts'
import { ofProject, packageName, registry } from './npm-places.ts'

type Fields = { readonly [key: string]: Json }

export const publishNpmPackage = operation(
  {
    ...registry,
    method: 'PUT',
    path: `${ofProject}/*package_name`,
    summary: 'Publish an npm package',
    subject: 'project',
    needs: ['read_package', 'create_package'],
    params: {
      ...packageName,
      name: string(),
      versions: required(object({ about: 'One version, with its `package.json`' })),
      'dist-tags': object({ about: 'Only the first tag is used' }),
      _attachments: object({ about: 'Archive of the version, in base64' }),
    },
    answers: { one: publishedPackageEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const name = params.name ?? ''
    if (isPackageProtectedFrom(view.situation, project, 'push', { type: 'npm', name }))
      throw message(403, 'Package protected.')
    const [version, described] = Object.entries(params.versions ?? {})[0] ?? ['', null]
    if (version === '') throw message(400, 'Version is empty.')
    const bytes = attachmentBytes(params._attachments, `${name}-${version}.tgz`)
    if (bytes === undefined || bytes.length === 0) throw message(400, 'Attachment data is empty.')
    if (isPublished(world, project, name, version)) throw message(403, 'Package already exists.')
    const faults = [
      ...nameFaults(name),
      ...(validVersion(version) === version ? [] : ['Version should follow SemVer: https://semver.org']),
      ...(isVersionTaken(world, project, name, version) ? ['Package already exists'] : []),
    ]
    refuseFaults(faults)
    const manifest = manifestFrom(described)
    const { dist } = manifest
    return publishNpm(
      world,
      {
        project,
        name,
        version,
        manifest,
        bytes,
        ...buildOf(world, caller),
        tag: Object.keys(params['dist-tags'] ?? {})[0],
        sha1: textIn(fieldsOf(dist), 'shasum'),
      },
      now,
    )
  },
)

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw message(400, `Validation failed: ${faults.join(', ')}`)
}

const NAME = /^(?:@[A-Za-z0-9_.][A-Za-z0-9_.-]*\/)?[-+._a-zA-Z0-9]+$/

function nameFaults(name: string): string[] {
  const rules = 'https://github.com/npm/validate-npm-package-name#naming-rules'
  const text = `Name should be a valid NPM package name: ${rules}.`
  return [...(name === '' ? ["Name can't be blank"] : []), ...(NAME.test(name) ? [] : [text])]
}

function attachmentBytes(attachments: Fields | null | undefined, file: string): Uint8Array | undefined {
  const data = textIn(fieldsOf(attachments?.[file]), 'data')
  try {
    return data === undefined ? undefined : unbase64(data)
  } catch {
    return undefined
  }
}

/** Bytes that a `package.json` may have, as the service counts them. */
const LARGEST_MANIFEST = 20_000

// The readme is not stored, since the package has it; the rest needs the fields of an npm version.
function manifestFrom(described: Json): Manifest {
  const { readme: _readme, readmeFilename: _name, ...manifest } = fieldsOf(described)
  const dist = fieldsOf(manifest.dist)
  const whole = [manifest.name, manifest.version, dist.tarball, dist.shasum]
  refuseFaults([
    ...(whole.every((value) => typeof value === 'string')
      ? []
      : ['Package json must be a valid json schema']),
    ...(JSON.stringify(manifest).length < LARGEST_MANIFEST ? [] : ['Package json structure is too large']),
  ])
  return manifest
}

function fieldsOf(value: Json | undefined): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}
