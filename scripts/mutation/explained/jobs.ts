import type { Explanation } from './explanation.ts'

/** Of jobs, imports and migrations. */
export const jobs: readonly Explanation[] = [
  {
    why: 'A source of migrations would have to lie or break in the middle of one, and the suite plays none',
    changes: [
      ['sim/jobs/migration-run.ts', "{ exceptionClass: 'ActiveRecord::RecordInvalid', message …"],

      ['sim/jobs/migrate-group.ts', 'it !== undefined && paths.length < DEEPEST', 'false'],

      ['sim/jobs/migrate-group.ts', 'above.includes(path.toLowerCase())', 'false'],
      ['sim/jobs/migrate-project.ts', 'project !== undefined', 'false'],
      ['sim/jobs/migrate-group.ts', 'creation !== undefined', 'true'],
      [
        'sim/model/external-import/hosts/installation.ts',
        '!(problem instanceof ExternalHostRefusal) || problem.sta …',
      ],
      ['sim/model/bulk-imports/bulk-imports.ts', '!isOver(migration)', 'false'],
      ['sim/jobs/migrate-group.ts', 'group === undefined', 'false'],
      ['sim/model/bulk-imports/bulk-imports.ts', 'given.parentId !== null', 'given.parentId === null'],
    ],
  },
  {
    why: 'A job ends so only after an error of the simulator itself',
    changes: [['sim/jobs/failed-job.ts', /./]],
  },
  {
    why: 'What is gone by then is not deleted again',
    changes: [
      ['sim/jobs/delayed-deletion.ts', 'project?.markedForDeletionOn', 'project.markedForDeletionOn'],
    ],
  },
  {
    why: 'The head of the clone tells the same branch',
    changes: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/model/external-import/hosts/extserver.ts', '`${at}/default-branch`', '``'],
    ],
  },
  {
    why: 'A user would have to go in the moment between the start of an export or import and its end',
    changes: [
      ['sim/jobs/project-export.ts', 'exporter !== undefined', 'true'],
      ['sim/jobs/project-import.ts', 'importer === undefined', 'false'],
    ],
  },
  {
    why: 'A job of something that is gone ends without a trace, by its own check or by breaking',
    changes: [
      ['sim/jobs/external-import.ts', "project.importStatus !== 'started'", 'false'],
      ['sim/jobs/pipeline.ts', 'pipeline === undefined', 'false'],
    ],
  },
  {
    why: 'A host would have to be silent for a day',
    changes: [
      ['sim/jobs/bulk-import.ts', 'entityId ?? 0', 'entityId && 0'],
      ['sim/model/project-import/project-imports.ts', "'import-timeout'", '""'],
    ],
  },
  {
    why: 'A drawn secret, which is as good if it is drawn otherwise',
    changes: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/jobs/migration-run.ts', '`runners of migrated ${kind} ${id}`', '``'],
    ],
  },
  {
    why: 'The commits have to be known for that, which is asked in the same line',
    changes: [['sim/model/external-import/hosts/host-archive.ts', 'head !== null', 'true']],
  },
  {
    why: 'Nothing has no object, so the end is the same',
    changes: [
      ['sim/model/external-import/hosts/host-archive.ts', 'id === undefined', 'false'],
      ['sim/model/external-import/hosts/extgit.ts', 'head?.repo', 'head.repo'],
    ],
  },
  {
    why: 'The path of an unfinished import is drawn and told to nobody',
    changes: [
      [
        'sim/model/project-import/overwrite-project.ts',
        'project.fullPath.toLowerCase()',
        'project.fullPath.toUpperCase()',
      ],
    ],
  },
  {
    why: 'A host that has no owner for the branch of a fork',
    changes: [['sim/model/external-import/hosts/extgit.ts', 'ref === base?.ref', 'false']],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [
      ['sim/model/external-import/hosts/host-archive.ts', '`the repository cannot be fetched`', '``'],
    ],
  },
  {
    why: 'It saves time: what is passed over or looked up again is the same',
    changes: [['sim/jobs/background.ts', 'waitingJobs.size > 0', 'waitingJobs.size >= 0']],
  },
  {
    why: 'An answer that is no list ends the import as failed either way',
    changes: [['sim/model/external-import/hosts/rest.ts', '!Array.isArray(found)', 'false']],
  },
  {
    why: 'What a job leaves behind that breaks: no client can break one',
    changes: [
      ['sim/jobs/failed-job.ts', 'it === undefined', 'it !== undefined'],
      ['sim/jobs/failed-job.ts', 'schedule !== undefined && userId === undefined', 'false'],
      ['sim/jobs/failed-job.ts', '{ const schedule = world.pipelineSchedules.get(Number(sc …'],
      ['sim/jobs/failed-job.ts', 'it === undefined', 'true'],
      ['sim/jobs/background.ts', 'carryOut === undefined', 'false'],
      ['sim/jobs/failed-job.ts', '{ ...mirror, ...failedUpdate(now) }', '{}'],
    ],
  },
  {
    why: 'Work fails so only by an error of the simulator itself',
    changes: [['sim/jobs/failed-job.ts', /./]],
  },
  {
    why: 'The language of CI configurations: the specification has none of it, nor any operation that starts a pipeline',
    changes: [
      ['sim/model/pipelines/ci-config', /./],
      ['sim/model/pipelines/pipeline-config.ts', /./],
    ],
  },
  {
    why: 'Pipelines of other projects, and jobs that wait for them, are started by operations around the specification',
    changes: [
      ['sim/jobs/settle-pipeline.ts', "{ status: 'success' }", '{}'],
      ['sim/jobs/settle-pipeline.ts', "'success'", '""'],
      ['sim/jobs/job-effects.ts', 'problem instanceof CiConfigError', 'false'],
      ['sim/model/jobs/ci-jobs.ts', "'delayed-job'", '""'],
    ],
  },
  {
    why: 'A job of something that is gone ends without a trace, by its own check or by breaking',
    changes: [['sim/jobs/project-import.ts', 'project !== undefined', 'true']],
  },
  {
    why: 'Everybody has a username',
    changes: [['sim/jobs/migrate-members.ts', "''", '"Stryker was here!"']],
  },
  {
    why: 'Operations around the specification alone show it',
    changes: [
      ['sim/jobs/git-housekeeping.ts', /./],
      ['sim/jobs/pushed-pipelines.ts', /./],
      ['sim/jobs/remote-mirror.ts', /./],
    ],
  },
  {
    why: 'A source of migrations would have to lie or break in the middle of one, and the suite plays none',
    changes: [['sim/jobs/migrate-project.ts', '(_, letter: string) => letter.toUpperCase()']],
  },
  {
    why: 'Work is late only where a simulator was told to be',
    changes: [['sim/jobs/background.ts', 'a.id - b.id', 'a.id + b.id']],
  },
  {
    why: 'A group would have to go in the middle of its migration',
    changes: [['sim/jobs/migrate-group.ts', "'failed'", '""']],
  },
]
