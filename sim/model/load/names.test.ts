import { expect, test } from 'vitest'
import { Names } from './names.ts'
import { assignNumbers } from './numbers.ts'

test('what is missing here is looked for above', () => {
  const group = new Names<number>('label')
  const project = new Names<number>('label', group)
  group.add('bug', 1, 'groups[0]')
  expect(project.require('bug', 'x')).toBe(1)
  project.add('bug', 2, 'projects[0]')
  expect([project.require('bug', 'x'), group.require('bug', 'x')]).toEqual([2, 1])
})

test('a missing name is reported with its place and what is known', () => {
  const users = new Names<number>('user')
  users.add('ann', 1, 'users[0]')
  expect(() => users.require('bob', 'issues[2].author')).toThrow(
    "issues[2].author: there is no user 'bob'; known are ann",
  )
  expect(() => users.add('ann', 2, 'users[1].username')).toThrow(
    "users[1].username: there are two of user 'ann'",
  )
})

test('an entry without a number takes the smallest free one', () => {
  expect(assignNumbers([undefined, 2, undefined, 1, undefined], 'users')).toEqual([3, 2, 4, 1, 5])
  expect(() => assignNumbers([1, undefined, 1], 'users')).toThrow('users[2]: number 1 is taken')
})
