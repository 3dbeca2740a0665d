import { check } from '../../kit/check.ts'
import { equals, holds } from '../../kit/expect.ts'
import { hashOf } from '../../kit/hash.ts'
import type { Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const list = 'GET /projects'

/** A project of the group that somebody imports from an empty repository, at an address with credentials if some are given. */
async function imported(stage: Stage, as: Who, credentials?: string) {
  const place = await stage.remote(() => ({
    status: 200,
    headers: { 'content-type': 'application/x-git-upload-pack-advertisement' },
    body: '001e# service=git-upload-pack\n00000000',
  }))
  const address = `${place.url}/there.git`
  const import_url = credentials === undefined ? address : address.replace('://', `://${credentials}@`)
  const path = `${stage.prefix}-imported-${hashOf(import_url).toString(36)}`
  const wish = { name: path, path, namespace_id: stage.group.id, import_url }
  const reply = await stage.call('POST /projects', wish, { as })
  if (reply.status !== 201) return stage.failing('the target may not call this machine')
  return { path, address, reply }
}

export const importAddress = check<string>({
  id: 'projects/import-address-without-credentials',
  says: 'A project that was imported from an address with credentials shows the address without them',
  source: 'projects#maintainer-fields, projects#create-import',
  level: 'must',
  covers: [list],
  needs: { in: 'group', writes: true },
  // A token stands alone, or in the place of the name.
  each: () => ['somebody:s3cret', 's3cret', 's3cret:x', ':s3cret'],
  holds: async (stage, credentials) => {
    const { path, address, reply: made } = await imported(stage, 'owner', credentials)
    const shown = await stage.call(list, { search: path })
    for (const reply of [made, shown])
      holds(!reply.text.includes('s3cret'), 'no credentials are shown', null, reply)
    equals('the address', shown.rows()[0]?.import_url, address, shown)
  },
})

export const importedByOneself = check({
  id: 'projects/imported-by-oneself',
  says: '`imported=true` lists a project to whoever imported it, and not to others who see it',
  source: 'projects#imported',
  level: 'must',
  covers: [list],
  needs: { in: 'group', writes: true },
  holds: async (stage) => {
    if (!stage.has('maintainer')) return stage.skip('the target was given no maintainer credential')
    const { path } = await imported(stage, 'maintainer')
    for (const as of ['maintainer', 'owner'] as const) {
      const paths = async (more: { readonly imported?: true }) =>
        (await stage.call(list, { search: path, ...more }, { as })).rows().map((row) => row.path ?? null)
      equals(`what ${as} finds`, await paths({}), [path])
      equals(`what ${as} has imported`, await paths({ imported: true }), as === 'owner' ? [] : [path])
    }
  },
})
