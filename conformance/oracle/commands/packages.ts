import fc, { type Arbitrary } from 'fast-check'
import { digest, upload } from '../../arrange/packages.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { listedPackages, type PackageFilter, type PackageRecord, shownPackage } from '../packages.ts'
import { command, type ModelCommand } from './command.ts'

const list = 'GET /projects/:id/packages'
const one = '/projects/:id/packages/:package_id'
const download = 'GET /projects/:id/packages/generic/:package_name/:package_version/:file_name'

/** The generic packages of a project, those that were deleted among them. */
export interface Packages {
  readonly packages: PackageRecord[]
  /** The latest content of each file: `tool 1.0 a.txt`. */
  readonly files: Map<string, string>
}

export function emptyRegistry(): Packages {
  return { packages: [], files: new Map() }
}

type Step = ModelCommand<Packages>

function find({ packages }: Packages, name: string, version: string): PackageRecord | undefined {
  return packages.find(
    (it) => it.name === name && it.version === version && it.status !== 'pending_destruction',
  )
}

interface Upload {
  readonly name: string
  readonly version: string
  readonly file: string
  readonly content: string
  readonly status: 'default' | 'hidden' | undefined
}

/** Uploads a file: to a package that is there, or else to a new one. A status that is given is the package's. */
function uploadFile(wish: Upload): Step {
  const { name, version, file, content, status } = wish
  return command<Packages>(`upload ${JSON.stringify(wish)}`, async (model, stage) => {
    const { id } = stage.project
    const params = { id, package_name: name, package_version: version, file_name: file }
    const sent = { ...params, status, select: 'package_file' }
    const carried = { inQuery: true, body: content, contentType: '' } as const
    const reply = await stage.call(upload, sent, carried)
    answers(reply, 200)
    const bytes = new TextEncoder().encode(content)
    const sha256 = await digest('SHA-256', bytes)
    has(reply.row(), { file_name: file, size: bytes.length, file_sha256: sha256 }, reply)
    const known = find(model, name, version)
    const of = numberIn(reply.row(), 'package_id')
    if (known === undefined) {
      equals(
        'a new package',
        model.packages.some((it) => it.id === of),
        false,
        reply,
      )
      model.packages.push({
        id: of,
        name,
        version,
        type: 'generic',
        status: status ?? 'default',
        project: 'project',
      })
    } else {
      equals('the package', of, known.id, reply)
      model.packages[model.packages.indexOf(known)] = { ...known, status: status ?? known.status }
    }
    model.files.set(`${of} ${file}`, content)
  })
}

/** Downloads what was uploaded last; a file that is not there, or whose package was deleted, is missing. */
function downloadFile(name: string, version: string, file: string): Step {
  return command<Packages>(`download ${name} ${version} ${file}`, async (model, stage) => {
    const params = { id: stage.project.id, package_name: name, package_version: version, file_name: file }
    const reply = await stage.call(download, params)
    const known = find(model, name, version)
    const content = known && model.files.get(`${known.id} ${file}`)
    if (content === undefined) return says(reply, 404, '404 Not found')
    answers(reply, 200)
    equals('the content', reply.text, content, reply)
  })
}

/** Deletes the n-th package that can be deleted. */
function deletePackage(n: number): Step {
  return command<Packages>(
    `delete package ${n}`,
    async (model, { call, project }) => {
      const there = model.packages.filter((it) => it.status === 'default')
      const known = there[n % there.length]
      if (known === undefined) return
      const params = { id: project.id, package_id: known.id }
      answers(await call(`DELETE ${one}`, params), 204)
      model.packages[model.packages.indexOf(known)] = { ...known, status: 'pending_destruction' }
      answers(await call(`GET ${one}`, params), 404, { message: '404 Not found' })
      answers(await call(`DELETE ${one}`, params), 404, { message: '404 Not found' })
    },
    ({ packages }) => packages.some((it) => it.status === 'default'),
  )
}

/** Lists; deleted packages may be gone for good by then, so only those that are kept are compared. */
export function listPackages(filter: PackageFilter): Step {
  return command<Packages>(`list packages ${JSON.stringify(filter)}`, async (model, { call, project }) => {
    const reply = await call(list, { id: project.id, per_page: 100, ...filter })
    answers(reply, 200)
    const expected = listedPackages(model.packages, filter).map(shownPackage)
    const names = Object.keys(expected[0] ?? {})
    const shown = reply
      .rows()
      .map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
    equals('the packages', shown, expected, reply)
  })
}

const names = fc.constantFrom('tool', 'Tool', 'library')
const versions = fc.constantFrom('1.0', '1.0.0', '2')
const files = fc.constantFrom('a.txt', 'b.tar.gz')
const orders = ['created_at', 'name', 'version', 'type'] as const

export const packageCommands: readonly Arbitrary<Step>[] = [
  fc
    .record({
      name: names,
      version: versions,
      file: files,
      content: fc.constantFrom('one', 'two\n', 'größer', 'a=1&b=2'),
      status: fc.constantFrom(undefined, undefined, 'default' as const, 'hidden' as const),
    })
    .map(uploadFile),
  fc.tuple(names, versions, files).map((wish) => downloadFile(...wish)),
  fc.nat({ max: 9 }).map(deletePackage),
  fc
    .record(
      {
        package_name: fc.constantFrom('tool', 'TOOL', 'lib', 'l t', 'x'),
        status: fc.constantFrom('default', 'hidden'),
        order_by: fc.constantFrom(...orders),
        sort: fc.constantFrom('asc' as const, 'desc' as const),
      },
      { requiredKeys: [] },
    )
    .map(listPackages),
]
