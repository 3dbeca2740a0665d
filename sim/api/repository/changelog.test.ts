import { describe, expect, test } from 'vitest'
import { signature } from '../../git/testing/samples.ts'
import { unbase64, utf8 } from '../../lib/bytes.ts'
import type { Simulator } from '../../simulator.ts'
import { callsOf, type Reply, testSimulator } from '../../testing/calls.ts'
import { plant, storedTree } from './testing/planted.ts'

const seeded = testSimulator({ clock: 'frozen' })

/** A new project of alice, its history written commit by commit. */
function project(simulator: Simulator = seeded.fork()) {
  const at = plant(simulator, 'logged')
  const alice = callsOf(simulator, 'alice')
  let head: string | undefined
  let seconds = -1_000_000
  const files: { [path: string]: string } = { 'a.txt': 'a\n' }
  const commit = (message: string, author = 'alice', changes: { readonly [path: string]: string } = {}) => {
    Object.assign(files, changes)
    const user = simulator.world.users.find('byUsername', author)
    seconds += 60
    const who = { ...signature(author, seconds), ...(user && { email: user.email }) }
    const tree = storedTree(at, files)
    const parents = head === undefined ? [] : [head]
    head = at.objects.put({
      type: 'commit',
      tree,
      parents,
      author: who,
      committer: who,
      message: `${message}\n`,
    })
    at.refs.set('refs/heads/main', head)
    return head
  }
  const url = `${at.path}/changelog`
  const query = (params: { readonly [name: string]: string }) => `${url}?${new URLSearchParams(params)}`
  const first = commit('Begin')
  return {
    simulator,
    at,
    url,
    alice,
    commit,
    first,
    fullPath: alice.get(`/projects/${at.id}`).json.path_with_namespace as string,
    tag: (name: string, sha: string) => at.refs.set(`refs/tags/${name}`, sha),
    configure: (yaml: string, path = '.gitlab/changelog_config.yml') =>
      commit('Configure', 'alice', { [path]: yaml }),
    get: (params: { readonly [name: string]: string }, user: string | undefined = 'alice') =>
      callsOf(simulator, user).get(query({ from: first, date: '2023-01-22', ...params })),
    notes: (params: { readonly [name: string]: string } = {}) => {
      const reply = alice.get(query({ version: '1.0.0', from: first, date: '2023-01-22', ...params }))
      expect(reply.status, reply.body as string).toBe(200)
      return reply.json.notes as string
    },
    post: (body: object = {}, user: string | undefined = 'alice') =>
      callsOf(simulator, user).post(url, { version: '1.0.0', from: first, date: '2023-01-22', ...body }),
    file: (path = 'CHANGELOG.md', ref = 'main') => {
      const { json } = alice.get(
        `${at.path}/files/${encodeURIComponent(path)}?ref=${encodeURIComponent(ref)}`,
      )
      return Buffer.from(unbase64(json.content)).toString()
    },
    head: (branch = 'main') => alice.get(`${at.path}/branches/${encodeURIComponent(branch)}`).json.commit,
  }
}

const added = (title: string) => `${title}\n\nChangelog: added`
const reason = ({ status, json }: Reply) => [status, json.message]
const failure = (text: string) => [422, `Failed to generate the changelog: ${text}`]

describe('notes', () => {
  test('are a heading, categories with the newest commit first, and links to commits', () => {
    const { commit, notes, fullPath } = project()
    const older = commit('Older title\n\nChangelog: added')
    const fixed = commit('Title\n\nBody.\n\nSigned-off-by: A <a@b.c>\nChangelog: fixed')
    commit('Not in it')
    const newer = commit('Newest title\n\nChangelog: added')
    expect(notes()).toBe(
      [
        '## 1.0.0 (2023-01-22)',
        '',
        '### added (2 changes)',
        '',
        `- [Newest title](${fullPath}@${newer})`,
        `- [Older title](${fullPath}@${older})`,
        '',
        '### fixed (1 change)',
        '',
        `- [Title](${fullPath}@${fixed})`,
        '',
      ].join('\n'),
    )
  })

  test('say so when nothing changed', () => {
    expect(project().notes()).toBe('## 1.0.0 (2023-01-22)\n\nNo changes.\n')
  })

  test('keep the version as sent', () => {
    expect(project().notes({ version: 'v1.0.0-rc.1+5' })).toMatch(/^## v1\.0\.0-rc\.1\+5 \(2023-01-22\)\n/)
  })

  test('name authors who are no members, and the merge request that brought the commit in', () => {
    const { simulator, at, alice, commit, notes, first, fullPath } = project()
    const stranger = commit(added('By a stranger'), 'mallory')
    const unknown = commit(added('By nobody known'), 'somebody-else')
    alice.post(`/projects/${at.id}/repository/branches`, { branch: 'topic', ref: 'main' })
    const actions = [{ action: 'create', file_path: 'new', content: 'x' }]
    const change = { branch: 'topic', commit_message: added('Brought in'), actions }
    const { id } = alice.post(`${at.path}/commits`, change).json
    const opened = { source_branch: 'topic', target_branch: 'main', title: 'Topic' }
    const { iid } = alice.post(`/projects/${at.id}/merge_requests`, opened).json
    expect(alice.put(`/projects/${at.id}/merge_requests/${iid}/merge`).status).toBe(200)
    expect(notes({ from: first })).toContain(
      [
        `- [Brought in](${fullPath}@${id}) ([merge request](${fullPath}!${iid}))`,
        `- [By nobody known](${fullPath}@${unknown})`,
        `- [By a stranger](${fullPath}@${stranger}) by @mallory`,
      ].join('\n'),
    )
    simulator.world.members.insert({
      ...(simulator.world.members.all().first() as never as object),
      id: 99_999,
      source: 'project',
      sourceId: at.id,
      userId: simulator.world.users.find('byUsername', 'mallory')?.id,
      accessLevel: 10,
      expiresAt: null,
    } as never)
    expect(notes()).not.toContain('@mallory')
  })

  test('leave out what was reverted, unless the revert was reverted', () => {
    const { commit, notes } = project()
    const [one, two] = [commit(added('One')), commit(added('Two'))]
    commit(`Revert "One"\n\nThis reverts commit ${one}`)
    const revert = commit(`Revert "Two"\n\nAs said.\nthis reverts commit ${two}.\n\nChangelog: removed`)
    expect(notes()).toMatch(/### removed \(1 change\)/)
    expect(notes()).not.toMatch(/One|\[Two\]/)
    commit(`Revert the revert\n\nThis reverts commit ${revert}`)
    expect(notes()).toContain('[Two]')
    expect(notes()).not.toContain('removed')
  })

  test('read trailers as git does: the last paragraph, keys in their case, the last value', () => {
    const { commit, notes } = project()
    commit('In the middle\n\nChangelog: added\n\nThe end.')
    commit('Other case\n\nchangelog: added')
    commit('Two values\n\nChangelog: first\nChangelog: second')
    commit('Other key\n\nRelease-note: other')
    expect(notes()).toMatch(/### second \(1 change\)\n\n- \[Two values\]/)
    expect(notes()).not.toMatch(/added|first|Other/)
    expect(notes({ trailer: 'Release-note' })).toMatch(/### other \(1 change\)\n\n- \[Other key\]/)
  })

  test('cut long titles between words', () => {
    const { commit, notes } = project()
    commit(added(`${'word '.repeat(30)}end`))
    expect(notes()).toContain(`[${'word '.repeat(14)}word...]`)
  })

  test('take the date as it was written, now unless said', () => {
    const { notes, get } = project()
    expect(notes({ date: '2023-01-22T23:30:00-05:00' })).toContain('(2023-01-22)')
    expect(notes({ date: '2023-01-23T00:30:00+02:00' })).toContain('(2023-01-23)')
    expect(get({ version: '1.0.0', date: '' }).json.notes).toContain('(2024-01-01)')
  })
})

describe('the range', () => {
  test('leaves `from` out and takes `to` in, whatever names them', () => {
    const { commit, notes, tag } = project()
    const [one, two] = [commit(added('One')), commit(added('Two'))]
    commit(added('Three'))
    tag('mark', one)
    const both = notes({ from: one.slice(0, 9), to: two })
    expect(both).toContain('[Two]')
    expect(both).not.toMatch(/One|Three/)
    expect(notes({ from: 'mark', to: two })).toBe(both)
    expect(notes({ from: 'mark', to: 'mark' })).toContain('No changes.')
  })

  test('begins at the tag below the version', () => {
    const { alice, url, commit, tag } = project()
    tag('v1.0.0', commit(added('in v1.0.0')))
    tag('1.1.0', commit(added('in v1.1.0')))
    tag('v2.0.0-rc.1', commit(added('in the candidate')))
    tag('v2.0.0', commit(added('in v2.0.0')))
    tag('v10.0', commit(added('later')))
    tag('nightly-3.0.0', commit(added('last')))
    const titles = (version: string) => {
      const { json } = alice.get(`${url}?version=${encodeURIComponent(version)}`)
      return (
        json.notes?.match(/\[(in|later|last)[^\]]*/g)?.map((title: string) => title.slice(1)) ?? json.message
      )
    }
    expect(titles('2.1.0')).toEqual(['last', 'later'])
    expect(titles('v2.1.0')).toEqual(['last', 'later'])
    expect(titles('2.0.0')).toEqual(['last', 'later', 'in v2.0.0', 'in the candidate'])
    expect(titles('2.0.0-rc.2')).toEqual(titles('2.0.0'))
    expect(titles('1.2.0')).toEqual(titles('2.0.0'))
    expect(titles('1.0.10')).toEqual(['last', 'later', 'in v2.0.0', 'in the candidate', 'in v1.1.0'])
    const none =
      'Failed to generate the changelog: The commit start range is unspecified, and no previous tag could be found to use instead'
    expect(titles('1.0.0')).toBe(none)
    expect(titles('0.9.0')).toBe(none)
  })

  test.each([{ from: 'missing' }, { to: 'missing' }, { from: '' }, { to: '0'.repeat(40) }])(
    '%j names no commit',
    (params) => {
      expect(reason(project().get({ version: '1.0.0', ...params }))).toEqual(
        failure('Invalid or not found commit value in the given range'),
      )
    },
  )

  test('never holds what another repository has', () => {
    const { simulator, get } = project()
    const secret = callsOf(simulator, 'root').get('/projects/8/repository/commits').json[0].id
    expect(get({ version: '1.0.0', to: secret }).status).toBe(422)
  })

  test('has at most 15,000 commits', () => {
    const { at, first, notes, get } = project()
    const who = signature('A', 0)
    const tree = storedTree(at, { a: 'a' })
    let head = first
    const grow = (count: number) => {
      for (let i = 0; i < count; i++)
        head = at.objects.put({
          type: 'commit',
          tree,
          parents: [head],
          author: who,
          committer: who,
          message: 'x',
        })
      at.refs.set('refs/heads/main', head)
    }
    grow(15_000)
    expect(notes()).toContain('No changes.')
    grow(1)
    expect(reason(get({ version: '1.0.0' }))).toEqual(failure('The commits range exceeds 15000 elements.'))
  })
})

describe('the configuration', () => {
  test('orders and names categories', () => {
    const { configure, commit, notes } = project()
    configure('---\ncategories:\n  fix: Bug fixes\n  feature: Features\n  unused: Unused\n')
    commit('A\n\nChangelog: other')
    commit('B\n\nChangelog: feature')
    commit('C\n\nChangelog: fix')
    expect(notes().match(/### .*/g)).toEqual([
      '### Bug fixes (1 change)',
      '### Features (1 change)',
      '### other (1 change)',
    ])
  })

  test('sets date format, template and the form of tags', () => {
    const { configure, commit, alice, url, tag } = project()
    tag(
      'release/7-3-1',
      configure(
        [
          "date_format: '%d.%m.%Y'",
          "tag_regex: '^release/(?P<major>\\d+)-(?P<minor>\\d+)-(?P<patch>\\d+)$'",
          'template: |',
          '  {% each categories %}',
          '  *{{ title }}*: {% each entries %}{{ title }} {{ commit.trailers }}\\',
          '  {% end %}',
          '',
          '  {% end %}',
        ].join('\n'),
      ),
    )
    commit(added('One'))
    const { notes } = alice.get(`${url}?version=8.0.0&date=2023-01-22`).json
    expect(notes).toBe('## 8.0.0 (22.01.2023)\n\n*added*: One {"Changelog"=>"added"}\n')
  })

  test('credits members of groups that the caller may know', () => {
    const { configure, commit, notes, get } = project()
    configure('include_groups:\n  - acme\n')
    commit(added('By alice'))
    expect(notes()).toContain('by @alice')
    expect(get({ version: '1.0.0' }, 'mallory').json.notes).not.toContain('by @alice')
  })

  test('is that of the default branch, or another file there', () => {
    const { at, first, configure, notes, alice } = project()
    configure('date_format: "%Y"', 'other.yml')
    expect(notes({ config_file: 'other.yml' })).toMatch(/^## 1\.0\.0 \(2023\)/)
    expect(notes({ config_file: 'missing.yml' })).toMatch(/^## 1\.0\.0 \(2023-01-22\)/)
    expect(notes({ config_file: '' })).toMatch(/^## 1\.0\.0 \(2023-01-22\)/)
    alice.post(`${at.path}/branches`, { branch: 'side', ref: first })
    expect(notes({ config_file: 'other.yml', to: 'side' })).toMatch(/^## 1\.0\.0 \(2023\)/)
  })

  test.each(['', '# nothing\n', 'null', 'text', 'unknown: 1', 'date_format:\ntemplate: ~\n'])(
    '%j changes nothing',
    (yaml) => {
      const { configure, notes } = project()
      configure(yaml)
      expect(notes()).toBe('## 1.0.0 (2023-01-22)\n\nNo changes.\n')
    },
  )

  const path = '.gitlab/changelog_config.yml'
  test.each([
    ['a: [', `${path} does not contain valid YAML`],
    ['- a\n- b\n', `${path} does not contain valid YAML`],
    ['a: &x 1\nb: *x\n', `${path} does not contain valid YAML`],
    ['!!js/function "x"', `${path} does not contain valid YAML`],
    ['categories: [a]', 'The "categories" configuration key must be a Hash'],
    ['categories: text', 'The "categories" configuration key must be a Hash'],
    [
      'template: "{% each categories %}"',
      'Failed to parse the template: Extra input after last repetition at line 1 char 1.',
    ],
  ])('%j is refused', (yaml, text) => {
    const { configure, get, post } = project()
    configure(yaml)
    expect(reason(get({ version: '1.0.0' }))).toEqual(failure(text))
    expect(reason(post())).toEqual(failure(text))
  })

  test('with a regular expression that is none is refused where tags are looked at', () => {
    const { configure, notes, alice, url } = project()
    configure('tag_regex: "(("')
    expect(notes()).toContain('No changes')
    expect(reason(alice.get(`${url}?version=1.0.0`))).toEqual(
      failure(
        'The regular expression to use for finding the previous tag for a version is invalid: missing closing ): ((',
      ),
    )
  })

  test('with a regular expression that repeats itself costs nothing', () => {
    const { configure, alice, url, tag, first } = project()
    configure("tag_regex: '^((((a+)+)+)+)$'")
    tag(`${'a'.repeat(200)}b`, first)
    expect(alice.get(`${url}?version=1.0.0`).status).toBe(422)
  })
})

describe('parameters', () => {
  test.each([
    [{}, 'version is missing'],
    [{ version: '' }, 'version is invalid'],
    [{ version: '1.0' }, 'version is invalid'],
    [{ version: 'one' }, 'version is invalid'],
    [{ version: '01.0.a' }, 'version is invalid'],
    [{ version: `${'1'.repeat(300)}.0.0` }, 'version is invalid'],
    [{ version: '1.0.0', date: 'soon' }, 'date is invalid'],
    [{ version: 'x', date: 'soon' }, 'version is invalid, date is invalid'],
  ])('%j: %s', (params, error) => {
    const { alice, url } = project()
    const query = new URLSearchParams(params as { [name: string]: string })
    for (const { status, json } of [alice.get(`${url}?${query}`), alice.post(url, params)])
      expect([status, json]).toEqual([400, { error }])
  })

  test.each(['v1.0.0', 'release 1.0.0', '1.0.0-alpha.1+b'])('version %j is taken', (version) => {
    expect(project().get({ version }).status).toBe(200)
  })

  test('a version of JSON null is refused', () => {
    expect(project().post({ version: null }).status).toBe(400)
  })
})

describe('writing', () => {
  test('commits what reading shows, and answers it', () => {
    const { post, notes, file, commit, head } = project()
    commit(added('One'))
    const parent = head().id
    const { status, json } = post()
    expect([status, json]).toEqual([200, { notes: notes({ to: parent }) }])
    expect(file()).toBe(json.notes)
    expect(head()).toMatchObject({
      message: 'Add changelog for version 1.0.0',
      parent_ids: [parent],
      author_email: 'alice@example.com',
      committer_email: 'alice@example.com',
      committed_date: '2024-01-01T00:00:00.000+00:00',
    })
  })

  test('answers 200 in the dialect of the real service', () => {
    const { post, file } = project(testSimulator({ dialect: 'real', clock: 'frozen' }))
    const { status, body } = post()
    expect([status, body]).toEqual([200, '200'])
    expect(file()).toBe('## 1.0.0 (2023-01-22)\n\nNo changes.\n')
  })

  test('puts versions in order, and a version that is there changes nothing', () => {
    const { post, file, head } = project()
    for (const version of ['1.0.0', '1.2.0', '1.1.0', '0.9.0']) expect(post({ version }).status).toBe(200)
    expect(file().match(/^## \S+/gm)).toEqual(['## 1.2.0', '## 1.1.0', '## 1.0.0', '## 0.9.0'])
    expect(file()).toMatch(/[^\n]\n\n## 1\.1\.0/)
    const before = head().id
    expect(post({ version: '1.1.0' }).status).toBe(200)
    expect(head().id).toBe(before)
  })

  test('takes branch, file and message', () => {
    const { at, alice, commit, post, file, head, first } = project()
    alice.post(`${at.path}/branches`, { branch: 'stable/1', ref: 'main' })
    commit(added('On main alone'))
    const { status } = post({
      branch: 'stable/1',
      file: 'docs/NEWS.md',
      message: 'Say what is new',
      from: first,
    })
    expect(status).toBe(200)
    expect(file('docs/NEWS.md', 'stable/1')).toBe('## 1.0.0 (2023-01-22)\n\nNo changes.\n')
    expect(head('stable/1').message).toBe('Say what is new')
    expect(head().message).toBe(`${added('On main alone')}\n`)
  })

  test('keeps what a file holds besides', () => {
    const { commit, post, file } = project()
    commit('Add a file', 'alice', { 'CHANGELOG.md': '# Log\n\n## 0.1.0\n\n- x\n' })
    post()
    expect(file()).toBe('# Log\n\n## 1.0.0 (2023-01-22)\n\nNo changes.\n\n## 0.1.0\n\n- x\n')
  })

  test.each([
    [{ branch: 'missing' }, 'Invalid or not found commit value in the given range'],
    [{ branch: 'missing', to: 'main' }, 'You can only create or edit files when you are on a branch'],
    [{ file: 'docs' }, 'docs cannot be written'],
    [{ file: '../x' }, '../x cannot be written'],
    [{ file: 'docs/a/b' }, 'docs/a/b cannot be written'],
  ])('%j is refused and leaves everything as it was', (params, text) => {
    const { commit, post, head } = project()
    const before = commit('Add docs', 'alice', { 'docs/a': 'x' })
    expect(reason(post(params))).toEqual(failure(text))
    expect(head().id).toBe(before)
  })

  test('moves what follows the branch', () => {
    const { at, alice, commit, post, head } = project()
    alice.post(`${at.path}/branches`, { branch: 'other', ref: 'main' })
    commit('More')
    const opened = { source_branch: 'main', target_branch: 'other', title: 'All' }
    const { iid } = alice.post(`/projects/${at.id}/merge_requests`, opened).json
    post()
    expect(alice.get(`/projects/${at.id}/merge_requests/${iid}`).json.sha).toBe(head().id)
  })
})

describe('rights', () => {
  const refused = [403, '403 Forbidden - You are not allowed to commit a changelog on this branch']
  const notThere = [404, '404 Project Not Found']
  const body = { version: '9.9.9', from: 'main' }
  const write = (user: string | undefined, project: number, more: object = {}) =>
    reason(
      callsOf(seeded.fork(), user).post(`/projects/${project}/repository/changelog`, { ...body, ...more }),
    )

  test('to write are those to push', () => {
    expect(write('bob', 1)[0]).toBe(200)
    expect(write('carol', 1)).toEqual(refused)
    const open = callsOf(seeded.fork(), 'bob')
    const carol = callsOf(seeded.fork(), 'carol')
    expect(open.get('/projects/1').status).toBe(200)
    carol.post('/projects/1/repository/branches', { branch: 'unprotected', ref: 'main' })
    expect(carol.post('/projects/1/repository/changelog', { ...body, branch: 'unprotected' }).status).toBe(
      200,
    )
    expect(write('dave', 1)).toEqual(refused)
    expect(write('erin', 1)).toEqual([403, '403 Forbidden'])
    expect(write('mallory', 1)).toEqual(notThere)
    expect(write(undefined, 1)).toEqual([401, '401 Unauthorized'])
    expect(write('mallory', 3)).toEqual(refused)
    expect(write(undefined, 3)).toEqual([401, '401 Unauthorized'])
  })

  test('to write end where the project is archived', () => {
    expect(write('root', 7)).toEqual(refused)
  })

  test('to read are those to read the code', () => {
    const read = (user: string | undefined, project: number) =>
      callsOf(seeded.fork(), user).get(`/projects/${project}/repository/changelog?version=9.9.9&from=main`)
        .status
    expect([read(undefined, 3), read('mallory', 2), read(undefined, 2)]).toEqual([200, 200, 404])
    expect([read('dave', 1), read('erin', 1), read('mallory', 1), read(undefined, 7)]).toEqual([
      200, 403, 404, 200,
    ])
  })

  test('come before parameters', () => {
    const path = '/projects/1/repository/changelog'
    expect(callsOf(seeded.fork(), 'erin').post(path, {}).status).toBe(403)
    expect(callsOf(seeded.fork(), undefined).get(path).status).toBe(404)
  })

  test('of an empty repository lead to nothing that could be told', () => {
    const calls = callsOf(seeded.fork(), 'alice')
    const path = '/projects/6/repository/changelog?version=1.0.0'
    expect(calls.get(path).status).toBe(422)
    expect(calls.get(`${path}&from=main`).status).toBe(422)
  })
})

test('the demo world has something to tell between its tags', () => {
  const carol = callsOf(seeded.fork(), 'carol')
  const { notes } = carol.get('/projects/1/repository/changelog?version=1.5.0&from=v1.0.0').json
  expect(notes).toMatch(/^## 1\.5\.0 \(2024-01-01\)\n\n### /)
  expect(notes).toMatch(/\(\[merge request\]\(acme\/webapp!\d+\)\)/)
  expect(utf8(notes).length).toBeLessThan(100_000)
})
