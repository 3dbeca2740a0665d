import { readBlob, readCommit } from '../../git/objects.ts'
import { branchHead } from '../../git/repository.ts'
import { walkTree } from '../../git/tree.ts'
import { text } from '../../lib/bytes.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { repositoryOf } from './repository.ts'

/** A licence by its key; `nickname` is what it is called for short. */
export interface Licence {
  readonly key: string
  readonly name: string
  readonly nickname: string | null
  readonly sourceUrl: string | null
}

/** The licence of a repository, and the file that holds it. */
export interface DeclaredLicence extends Licence {
  readonly path: string
}

const FILE = /^(?:un)?licen[sc]e(?:\.[^/]+)?$|^copying(?:\.[^/]+)?$/i
const gnu = (key: string) => `https://www.gnu.org/licenses/${key}.txt`
const spdx = (id: string) => `https://spdx.org/licenses/${id}.html`

// What a text says that no licence before it in the list says.
const known: readonly (Licence & { readonly says: readonly string[] })[] = [
  licence('agpl-3.0', 'GNU Affero General Public License v3.0', 'GNU AGPLv3', gnu('agpl-3.0'), [
    'gnu affero general public license version 3',
  ]),
  licence('lgpl-3.0', 'GNU Lesser General Public License v3.0', 'GNU LGPLv3', gnu('lgpl-3.0'), [
    'gnu lesser general public license version 3',
  ]),
  licence('lgpl-2.1', 'GNU Lesser General Public License v2.1', 'GNU LGPLv2.1', gnu('lgpl-2.1'), [
    'gnu lesser general public license version 2.1',
  ]),
  licence('gpl-3.0', 'GNU General Public License v3.0', 'GNU GPLv3', gnu('gpl-3.0'), [
    'gnu general public license version 3',
  ]),
  licence('gpl-2.0', 'GNU General Public License v2.0', 'GNU GPLv2', gnu('gpl-2.0'), [
    'gnu general public license version 2',
  ]),
  licence('apache-2.0', 'Apache License 2.0', null, 'https://www.apache.org/licenses/LICENSE-2.0.html', [
    'apache license version 2.0',
  ]),
  licence('mpl-2.0', 'Mozilla Public License 2.0', null, 'https://www.mozilla.org/media/MPL/2.0/index.txt', [
    'mozilla public license version 2.0',
  ]),
  licence('unlicense', 'The Unlicense', null, spdx('Unlicense'), [
    'free and unencumbered software released into the public domain',
  ]),
  licence('mit', 'MIT License', null, spdx('MIT'), [
    'permission is hereby granted, free of charge, to any person obtaining a copy',
    'the above copyright notice and this permission notice shall be included',
  ]),
  licence('isc', 'ISC License', null, spdx('ISC'), [
    'permission to use, copy, modify, and/or distribute this software for any purpose',
  ]),
  licence('bsd-3-clause', 'BSD 3-Clause "New" or "Revised" License', null, spdx('BSD-3-Clause'), [
    'redistribution and use in source and binary forms',
    'neither the name of',
  ]),
  licence('bsd-2-clause', 'BSD 2-Clause "Simplified" License', null, spdx('BSD-2-Clause'), [
    'redistribution and use in source and binary forms',
  ]),
]

const other: Licence = { key: 'other', name: 'Other', nickname: null, sourceUrl: null }

/** The licence on the default branch; undefined where there is no such file in its root (projects#license). */
export function licenceOf(world: World, project: Project): DeclaredLicence | undefined {
  const repository = repositoryOf(world, project)
  const { objects } = repository
  const head = branchHead(repository, project.defaultBranch)
  if (head === undefined) return undefined
  for (const { name, type, id } of walkTree(objects, readCommit(objects, head).tree))
    if (type === 'blob' && FILE.test(name)) return { ...recognised(text(readBlob(objects, id))), path: name }
  return undefined
}

function recognised(content: string): Licence {
  const words = content.toLowerCase().replace(/[\s,]+/g, ' ')
  return known.find(({ says }) => says.every((part) => words.includes(part.replace(/,/g, '')))) ?? other
}

function licence(
  key: string,
  name: string,
  nickname: string | null,
  sourceUrl: string,
  says: readonly string[],
) {
  return { key, name, nickname, sourceUrl, says }
}
