import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('templates', () => {
  test.each([
    ['gitignores', 'Node', 'gitignore'],
    ['dockerfiles', 'Ruby', 'dockerfile'],
    ['gitlab_ci_ymls', 'Go', 'gitlab_ci_yml'],
  ])('of %s are listed and read, for everybody', (kind, name, noun) => {
    const names = as().get(`/templates/${kind}`).json
    expect(names).toContainEqual({ key: name, name })
    const one = as().get(`/templates/${kind}/${name}`).json
    expect(one).toMatchObject({ name, content: expect.stringContaining('\n') })
    expect(as().get(`/projects/3/templates/${kind}`).json).toEqual(names)
    expect(as().get(`/projects/3/templates/${kind}/${name}`).json).toEqual(one)
    expect(as().get(`/templates/${kind}/Cobol`).json).toEqual({ message: `404 ${noun} Not Found` })
    expect(as().get(`/projects/3/templates/${kind}/Cobol`).json).toEqual({
      message: '404 Template Not Found',
    })
  })

  test('of licenses are filled in', () => {
    expect(as().get('/templates/licenses?popular=true').json).toMatchObject([{ key: 'mit', nickname: null }])
    const text = (path: string, user?: string) => as(user).get(path).json.content as string
    expect(text('/templates/licenses/mit')).toContain('Copyright (c) 2024 [fullname]')
    expect(text('/templates/licenses/mit', 'alice')).toContain('Copyright (c) 2024 Alice')
    expect(text('/templates/licenses/MIT?fullname=Nobody')).toContain('(c) 2024 Nobody')
    expect(text('/projects/3/templates/licenses/mit?fullname=Nobody')).toContain('(c) 2024 Nobody')
    expect(text(`/templates/licenses/mit?fullname=${encodeURIComponent('A $& B')}`)).toContain(
      '(c) 2024 A $& B',
    )
    expect(as().get('/templates/licenses/mine').json).toEqual({ message: '404 License Not Found' })
  })

  test('of descriptions are read from the repository of a project', () => {
    const FOLDER = encodeURIComponent('.gitlab/issue_templates/Bug.md')
    const file = { branch: 'main', content: 'What happened?', commit_message: 'Ask' }
    expect(as('bob').post(`/projects/1/repository/files/${FOLDER}`, file).status).toBe(201)
    const TEMPLATES = '/projects/1/templates'
    expect(as('dave').get(`${TEMPLATES}/issues`).json).toEqual([{ key: 'Bug', name: 'Bug' }])
    expect(as('dave').get(`${TEMPLATES}/issues/Bug`).json).toEqual({ name: 'Bug', content: 'What happened?' })
    expect(as('dave').get(`${TEMPLATES}/merge_requests`).json).toEqual([])
    expect(as('erin').get(`${TEMPLATES}/issues`).json).toEqual([])
    expect(as('dave').get(`${TEMPLATES}/poems`).json).toEqual({ error: 'type does not have a valid value' })
  })
})
