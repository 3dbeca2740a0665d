import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const texts = [
  [
    'COPYING',
    '                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007\n',
    'gpl-3.0',
  ],
  ['LICENSE.md', 'Apache License\nVersion 2.0, January 2004\n', 'apache-2.0'],
  [
    'licence',
    'Redistribution and use in source and binary forms, with or without modification.\nNeither the name of the holder',
    'bsd-3-clause',
  ],
  ['UNLICENSE', 'All of this is ours.\n', 'other'],
] as const

test.each(texts)('the licence in %s is recognised by its text', (file_path, content, key) => {
  const alice = here.as('alice')
  const { id } = alice.post('/projects', { name: 'Licensed', initialize_with_readme: true }).json
  const asked = () => alice.get(`/projects/${id}?license=true`).json
  expect(asked()).toMatchObject({ license: null, license_url: null })
  const actions = [{ action: 'create', file_path, content }]
  alice.post(`/projects/${id}/repository/commits`, { branch: 'main', commit_message: 'License it', actions })
  expect(asked()).toMatchObject({
    license: { key, html_url: `http://choosealicense.com/licenses/${key}/` },
    license_url: expect.stringMatching(`/-/blob/main/${file_path}$`),
  })
  expect(alice.get(`/projects/${id}`).json).not.toHaveProperty('license')
  expect(alice.get('/projects?owned=true&license=true').json[0]).not.toHaveProperty('license')
})
