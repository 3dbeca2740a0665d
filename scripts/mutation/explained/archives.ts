import type { Explanation } from './explanation.ts'

/** Of archives that projects are kept in. */
export const archives: readonly Explanation[] = [
  {
    why: 'Archives whose rows disagree with one another; what the service makes of them was not learnt',
    changes: [
      ['sim/model/project-export/archive/epics.ts', "typeof given !== 'number'", 'false'],
      [
        'sim/model/project-export/archive/notes.ts',
        '{ start: lineEnd.read(given.start, into), end: lineEnd.r …',
      ],
      ['sim/model/project-export/archive/push-rule.ts', 'known !== undefined', 'false'],
      ['sim/model/project-export/archive/labels.ts', '/[0-9a-f]/gi', '/[^0-9a-f]/gi'],
      ['sim/model/project-export/archive/attributes.ts', 'known !== undefined', 'true'],
      ['sim/model/project-export/archive/boards.ts', 'whole.list_type !== 1', 'true'],
      ['sim/model/project-export/archive/snippets.ts', "files[0]?.content ?? ''", "files[0]?.content && ''"],
      [
        'sim/model/project-export/archive/notes.ts',
        'textOrNull.read(value, into)?.slice(0, LINE_CODE) ?? null',
      ],

      ['sim/model/project-export/archive/snippets.ts', '/^\\.{1,2}$|^\\.git$/i', '/^\\.$|^\\.git$/i'],
      ['sim/model/project-export/archive/snippets.ts', '/^\\.{1,2}$|^\\.git$/i', '/\\.{1,2}$|^\\.git$/i'],
      ['sim/model/project-export/archive/types.ts', 'given > LARGEST', 'given >= LARGEST'],
      ['sim/model/project-export/archive/snippets.ts', '/\\..*$/', '/\\..$/'],
    ],
  },
  {
    why: 'A kept reference that is missing has its commit in a branch',
    changes: [
      ['sim/model/project-export/archive/repository.ts', "name === 'HEAD' || KEPT.test(name)", 'false'],
      ['sim/model/project-export/archive/repository.ts', 'id !== null', 'id === null'],
      ['sim/model/project-export/archive/repository.ts', 'objects.get(id)?.type', 'objects.get(id).type'],
    ],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [
      ['sim/model/project-export/archive/merge-requests.ts', '"can\'t be blank"', '""'],
      ['sim/model/project-export/archive/epics.ts', "'Validation failed: Iid has already been taken'", '""'],
      ['sim/model/project-export/archive/types.ts', "'is invalid'", '""'],

      ['sim/model/project-export/archive/types.ts', '"can\'t be blank"', '""'],
      ['sim/model/project-export/archive/field.ts', '!(problem instanceof Ending)', 'false'],
    ],
  },
  {
    why: 'Order inside a file whose readers sort for themselves',
    changes: [
      [
        'sim/model/project-export/archive/repository.ts',
        '(a, b) => compareNames(a.name, b.name)',
        '() => undefined',
      ],
      [
        'sim/model/project-export/archive/repository.ts',
        '[...refs] .sort((a, b) => compareNames(a.name, b.name))',
        '[...refs]',
      ],
      [
        'sim/model/project-export/archive/releases.ts',
        "world.releases .by('byProject', project.id) .list() .sor …",
      ],
    ],
  },
  {
    why: 'A position without one of its commits is no export of the service',
    changes: [
      [
        'sim/model/project-export/archive/notes.ts',
        'baseSha === null || startSha === null || headSha === null',
        'false',
      ],
    ],
  },
  {
    why: 'Values that equal their default are shown alike, chosen or not',
    changes: [
      [
        'sim/model/project-export/archive/attributes.ts',
        'name in chosenDefaults && value !== chosenDefaults[name …',
      ],
    ],
  },
  {
    why: 'Large files in archives are uploaded by git alone',
    changes: [
      [
        'sim/model/project-export/archive/lfs-objects.ts',
        'bytes !== undefined && sha256Hex(bytes) === oid',
        'false',
      ],
    ],
  },
  {
    why: 'Rows of one key are the same, once or twice',
    changes: [['sim/model/project-export/archive/notes.ts', 'known !== undefined', 'false']],
  },
  {
    why: 'A branch of HEAD that the archive does not name',
    changes: [
      ['sim/model/project-export/archive/repository.ts', 'id === head', 'true'],
      [
        'sim/model/project-export/archive/read-archive.ts',
        'headBranch(repository) ?? firstBranch(world, filled)',
      ],
    ],
  },
  {
    why: 'It saves time: what is passed over or looked up again is the same',
    changes: [
      ['sim/model/project-export/archive/sequences.ts', '(world.sequences.get(id)?.last ?? 0) < iid'],
    ],
  },
  {
    why: 'A revision has eleven characters already',
    changes: [
      [
        'sim/model/project-export/archive/write-archive.ts',
        "revision.padEnd(11, '0').slice(0, 11)",
        "revision.padEnd(11, '0')",
      ],
    ],
  },
  {
    why: 'A tar reader of clients would have to mind a folder named like a file',
    changes: [['sim/model/project-export/archive/write-archive.ts', 'bytes === undefined', 'true']],
  },
  {
    why: 'What the service takes for the default branch where an archive names one that it lacks was not learnt',
    changes: [
      [
        'sim/model/project-export/archive/read-archive.ts',
        'headBranch(repository) ?? firstBranch(world, filled)',
      ],
      [
        'sim/model/project-export/archive/repository.ts',
        "{ const head = bundle?.refs.find(({ name }) => name === 'HE …",
      ],
    ],
  },
  {
    why: 'A snippet without its files, and a file without an ending in a wiki, are no export of the service',
    changes: [
      ['sim/model/project-export/archive/read-archive.ts', '[]', '["Stryker was here"]'],
      ['sim/model/project-export/archive/wiki.ts', '[]', '["Stryker was here"]'],
    ],
  },
  {
    why: 'Operations around the specification alone show it',
    changes: [['sim/model/project-export/archive/notes.ts', 'createdAt === note.createdAt', 'true']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [['sim/model/project-export/archive/issues.ts', /later-issue-type/]],
  },
  {
    why: 'Badges of a group travel with groups alone',
    changes: [['sim/model/project-export/archive/badges.ts', '{ group }', '{}']],
  },
]
