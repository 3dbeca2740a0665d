import { digest, filesOf } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const upload = 'PUT /projects/:id/packages/maven/*path/:file_name'

const download = upload.replace('PUT', 'GET')

const ofGroup = 'GET /groups/:id/-/packages/maven/*path/:file_name'

const ofInstance = 'GET /packages/maven/*path/:file_name'

const list = 'GET /projects/:id/packages'

const listOfGroup = 'GET /groups/:id/packages'

/** Uploads a file as Maven does. */
function put(stage: Stage, path: string, file_name: string, body: string, as: Who = 'owner') {
  const params = { id: stage.project.id, path, file_name }
  return stage.call(upload, params, { inQuery: true, body, contentType: 'application/octet-stream', as })
}

const sha1 = (text: string) => digest('SHA-1', new TextEncoder().encode(text))

const [path, jar] = ['com/acme/till/1.0', 'till-1.0.jar']

export const mavenPackage = check({
  id: 'packages/maven-package',
  says: 'A file that is uploaded to a path of the Maven registry makes the package of that path, and is sent with its checksums at the address of the project and of the group',
  source: 'packages#maven-upload, packages#maven-metadata, packages#maven-download',
  level: 'should',
  covers: [upload, download, ofGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    answers(await put(stage, path, jar, 'a jar'), 200)
    answers(await put(stage, path, 'till-1.0.pom', '<project/>'), 200)
    answers(await put(stage, 'com/acme/till', 'maven-metadata.xml', '<metadata/>'), 200)
    const wish = { id: project.id, package_type: 'maven', include_versionless: true }
    const listed = await call(list, wish)
    equals(
      'the packages',
      listed.rows().map(({ name, version }) => [name ?? '', version ?? null]),
      [
        ['com/acme/till', '1.0'],
        ['com/acme/till', null],
      ],
      listed,
    )
    const [it] = listed.rows()
    const files = it === undefined ? [] : await filesOf(stage, it)
    equals(
      'the files',
      files.map(({ file_name }) => file_name ?? ''),
      [jar, 'till-1.0.pom'],
    )
    if (files[0] !== undefined) has(files[0], { size: 5, file_sha1: await sha1('a jar') })
    for (const [operation, id] of [
      [download, project.id],
      [ofGroup, group.id],
    ] as const) {
      const file = await call(operation, { id, path, file_name: jar })
      answers(file, 200)
      equals('the content', file.text, 'a jar', file)
      const checksum = await call(operation, { id, path, file_name: `${jar}.sha1` })
      answers(checksum, 200)
      equals('the checksum', checksum.text, await sha1('a jar'), checksum)
    }
    answers(await call(download, { id: project.id, path, file_name: 'other.jar' }), 404)
  },
})

export const mavenChecksums = check({
  id: 'packages/maven-checksums',
  says: 'A checksum that is uploaded is compared with its file and never stored: 204 where it is right, 409 where it is wrong, 404 where there is no file',
  source: 'packages#maven-checksums',
  level: 'should',
  covers: [upload],
  holds: async (stage) => {
    answers(await put(stage, path, jar, 'a jar'), 200)
    answers(await put(stage, path, `${jar}.sha1`, await sha1('a jar')), 204)
    says(await put(stage, path, `${jar}.sha1`, await sha1('another jar')), 409, '409 Conflict')
    answers(await put(stage, path, 'other.jar.sha1', await sha1('a jar')), 404)
    const listed = await stage.call(list, { id: stage.project.id, package_type: 'maven' })
    const [it] = listed.rows()
    const files = it === undefined ? [] : await filesOf(stage, it)
    equals(
      'the files',
      files.map(({ file_name }) => file_name ?? ''),
      [jar],
    )
  },
})

export const mavenRefused = check({
  id: 'packages/maven-refused',
  says: 'An upload to a path that names no package, or with an invalid file name, answers 400, one by a Reporter 403, and a download at the address of the instance 403 unless the package is named after its project',
  source: 'packages#maven-names, packages#maven-instance',
  level: 'should',
  covers: [upload, ofInstance],
  holds: async (stage) => {
    const { call, project } = stage
    for (const [place, name] of [
      ['till/1.0', jar],
      ['com/acme/till/1..0', jar],
      [path, 'till*.jar'],
    ] as const)
      answers(await put(stage, place, name, 'a jar'), 400)
    if (stage.has('reporter')) answers(await put(stage, path, jar, 'a jar', 'reporter'), 403)
    const listed = await call(list, { id: project.id, package_type: 'maven', include_versionless: true })
    equals('the packages', listed.rows().length, 0, listed)
    const own = `${project.path}/1.0`
    answers(await put(stage, own, jar, 'a jar'), 200)
    answers(await call(ofInstance, { path: own, file_name: jar }), 200)
    answers(await put(stage, path, jar, 'a jar'), 200)
    says(await call(ofInstance, { path, file_name: jar }), 403, '403 Forbidden')
  },
})

export const groupVersionless = check({
  id: 'packages/group-versionless',
  says: 'The lists of a group and of a project have packages without a version only with `include_versionless`, whatever else is asked for',
  source: 'packages#filters, packages#group-list',
  level: 'must',
  covers: [listOfGroup, list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    expectArranged(await put(stage, path, jar, 'a jar'))
    expectArranged(await put(stage, 'com/acme/till', 'maven-metadata.xml', '<metadata/>'))
    for (const [wish, versions] of [
      [{}, ['1.0']],
      [{ include_versionless: false }, ['1.0']],
      [{ include_versionless: true }, ['1.0', null]],
      [{ include_versionless: true, package_name: 'till' }, ['1.0', null]],
      [{ package_name: 'till' }, ['1.0']],
      [{ package_type: 'maven' }, ['1.0']],
      [{ status: 'default' }, ['1.0']],
      [{ status: 'default', include_versionless: true }, ['1.0', null]],
    ] as const)
      for (const [operation, id] of [
        [listOfGroup, group.id],
        [list, project.id],
      ] as const) {
        const reply = await call(operation, { id, ...wish })
        const shown = reply.rows().map(({ version }) => version ?? null)
        equals(`the versions with ${JSON.stringify(wish)}`, shown, versions, reply)
      }
  },
})
