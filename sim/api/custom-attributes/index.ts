export * from './group-and-user-attributes.ts'
export * from './project-attributes.ts'
