import { utf8 } from '../../../lib/bytes.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { toJson } from '../../../lib/json.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import type { Project } from '../../projects/project.ts'
import { storeLfsObject } from '../../repository/lfs-objects.ts'
import type { World } from '../../world.ts'
import { isObject } from './field.ts'
import { places } from './layout.ts'
import { objectIn, type Unpacked } from './unpack.ts'

/** The repository that has an object, in the numbers of the service. */
const PROJECT = 0

/** The files of large file storage that a project has, behind the list of them. */
export function* lfsObjectFiles(
  world: World,
  project: Project,
): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  const links = world.lfsLinks.by('byProject', project.id).list()
  const list = Object.fromEntries(links.map(({ oid }) => [oid, [PROJECT]]))
  yield { path: places.lfsList, bytes: utf8(toJson(list)) }
  for (const { oid } of links)
    yield { path: places.lfsObject(oid), bytes: world.lfsObjects.require(oid).bytes }
}

/** Stores the objects that an archive lists; what is not there, or is something else, is passed over. */
export function* readLfsObjects(world: World, project: Project, unpacked: Unpacked): Steps<void> {
  const list = unpacked.file(places.lfsList)
  const listed = list === undefined ? {} : objectIn(list)
  if (!isObject(listed)) return
  const pace = new Pace()
  for (const oid of Object.keys(listed)) {
    const bytes = unpacked.file(places.lfsObject(oid))
    if (bytes !== undefined && sha256Hex(bytes) === oid) storeLfsObject(world, project, bytes)
    if (pace.after(bytes?.length ?? 0)) yield
  }
}
