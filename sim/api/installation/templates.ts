import { licenceEntity, templateEntity, templateNameEntity } from '../../entities/template.ts'
import {
  fillLicence,
  type LicenceTemplate,
  licences,
  type Template,
  type TemplateKind,
  templates,
} from '../../model/installation/templates.ts'
import type { Project } from '../../model/projects/project.ts'
import { descriptionTemplates } from '../../model/projects/project-templates.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, oneOf, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { type Instant, isoTime } from '../../time/calendar.ts'

const templateName = { name: required(string({ about: 'Name of the template' })) }
const licenseValues = {
  fullname: string({ about: 'For a license: the copyright holder; the current user by default' }),
}

export const listGitignoreTemplates = list('gitignores', 'gitignore')
export const listDockerfileTemplates = list('dockerfiles', 'Dockerfile')
export const listCiTemplates = list('gitlab_ci_ymls', 'CI/CD YAML')
export const getGitignoreTemplate = get('gitignores', 'gitignore', 'gitignore')
export const getDockerfileTemplate = get('dockerfiles', 'Dockerfile', 'dockerfile')
export const getCiTemplate = get('gitlab_ci_ymls', 'CI/CD YAML', 'gitlab_ci_yml')

export const listLicenseTemplates = operation(
  {
    method: 'GET',
    path: '/templates/licenses',
    summary: 'List the license templates',
    auth: 'public',
    params: { popular: boolean({ about: 'Only popular licenses' }) },
    answers: { many: licenceEntity },
    beyond: true,
  },
  ({ params }) => listingOf(licences.filter(({ popular }) => popular || params.popular !== true)),
)

export const getLicenseTemplate = operation(
  {
    method: 'GET',
    path: '/templates/licenses/:name',
    summary: 'Get a license template (year and holder filled in)',
    auth: 'public',
    params: { ...templateName, ...licenseValues },
    dotted: ['name'],
    answers: { one: licenceEntity },
    refuses: [404],
    beyond: true,
  },
  ({ params, caller, now }) => {
    const licence = findLicense(params.name)
    if (licence === undefined) throw notFound('License')
    return fillLicence(licence, yearOf(now), params.fullname || caller.user?.name)
  },
)

const types = [
  'dockerfiles',
  'gitignores',
  'gitlab_ci_ymls',
  'licenses',
  'metrics_dashboard_ymls',
  'issues',
  'merge_requests',
] as const
const type = { type: required(oneOf(types)) }

export const listProjectTemplates = operation(
  {
    method: 'GET',
    path: '/projects/:id/templates/:type',
    summary: 'List the templates of a type for a project',
    auth: 'public',
    subject: 'project',
    params: type,
    answers: { many: templateNameEntity },
    beyond: true,
  },
  ({ world, project, params, view }) =>
    listingOf(templatesFor(world, project, params.type, can(view.situation, 'read_code', project))),
)

export const getProjectTemplate = operation(
  {
    method: 'GET',
    path: '/projects/:id/templates/:type/:template_name',
    summary: 'Get a template of a type for a project',
    auth: 'public',
    subject: 'project',
    params: { ...type, template_name: templateName.name, ...licenseValues },
    dotted: ['template_name'],
    answers: {
      one: templateEntity,
      variants: [
        { entity: licenceEntity as typeof templateEntity, when: { param: 'type', equals: 'licenses' } },
      ],
    },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }): Template => {
    if (params.type === 'licenses') {
      const licence = findLicense(params.template_name)
      if (licence === undefined) throw notFound('Template')
      return fillLicence(licence, yearOf(now), params.fullname || caller.user?.name)
    }
    const all = templatesFor(world, project, params.type, can(view.situation, 'read_code', project))
    return templateNamed(all, params.template_name, 'Template')
  },
)

function list(kind: TemplateKind, title: string) {
  return operation(
    {
      method: 'GET',
      path: `/templates/${kind}`,
      summary: `List the ${title} templates`,
      auth: 'public',
      answers: { many: templateNameEntity },
      beyond: true,
    },
    () => listingOf(templates[kind]),
  )
}

function get(kind: TemplateKind, title: string, noun: string) {
  return operation(
    {
      method: 'GET',
      path: `/templates/${kind}/:name`,
      summary: `Get a ${title} template`,
      auth: 'public',
      params: templateName,
      dotted: ['name'],
      answers: { one: templateEntity },
      refuses: [404],
      beyond: true,
    },
    ({ params }) => templateNamed(templates[kind], params.name, noun),
  )
}

function templatesFor(
  world: World,
  project: Project,
  kind: (typeof types)[number] | null,
  reads: boolean,
): readonly Template[] {
  switch (kind) {
    case 'licenses':
      return licences
    case 'issues':
    case 'merge_requests':
      return reads ? descriptionTemplates(world, project, kind) : []
    case 'metrics_dashboard_ymls':
    case null:
      return []
    default:
      return templates[kind]
  }
}

function templateNamed(all: readonly Template[], name: string | null, noun: string): Template {
  const template = all.find(({ key }) => key === name)
  if (template === undefined) throw notFound(noun)
  return template
}

function findLicense(name: string | null): LicenceTemplate | undefined {
  return licences.find(({ key }) => key === name?.toLowerCase())
}

function yearOf(now: Instant): number {
  return Number(isoTime(now).slice(0, 4))
}
