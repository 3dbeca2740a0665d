import type { LicenceTemplate, Template } from '../model/installation/templates.ts'
import { constant, entity, flag, text, texts } from './entity.ts'

/** A template in a list. */
export const templateNameEntity = entity<Pick<Template, 'key' | 'name'>>('TemplateName', {
  key: text(({ key }) => key),
  name: text(({ name }) => name),
})

export const templateEntity = entity<Template>('Template', {
  name: text(({ name }) => name),
  content: text(({ content }) => content),
})

export const licenceEntity = entity<LicenceTemplate>('LicenseTemplate', {
  key: text(({ key }) => key),
  name: text(({ name }) => name),
  nickname: constant(null),
  popular: flag(({ popular }) => popular),
  html_url: text(({ key }) => `http://choosealicense.com/licenses/${key}/`),
  source_url: text(({ sourceUrl }) => sourceUrl),
  description: text(({ description }) => description),
  conditions: texts(({ conditions }) => conditions),
  permissions: texts(({ permissions }) => permissions),
  limitations: texts(({ limitations }) => limitations),
  content: text(({ content }) => content),
})
