import { closedIssues } from './closing.ts'

/** The internal numbers of issues (`#`) or merge requests (`!`) that a text names, each once. */
export function numbersIn(text: string, sign: '#' | '!'): readonly number[] {
  if (!text.includes(sign)) return NONE
  const found = [...text.matchAll(/(?<![\w/#!])([#!])(\d{1,9})\b/g)].filter(([, one]) => one === sign)
  return [...new Set(found.map(([, , number]) => Number(number)))]
}

/** The internal numbers of issues that a comment closes or mentions, each once. */
export function issuesIn(text: string): readonly number[] {
  if (!text.includes('#')) return NONE
  const mentioned = [...text.matchAll(/(?:^|[\s(,;:.])#(\d{1,9})\b/g)].map(([, iid]) => Number(iid))
  return [...new Set([...closedIssues(text), ...mentioned])]
}

const NONE: readonly number[] = []
