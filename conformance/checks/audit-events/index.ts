export * from './project.ts'
