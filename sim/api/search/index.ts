export * from './global.ts'
export * from './group.ts'
export * from './project.ts'
