/** What is bundled into `stages.mjs`: runs the stage that the command line names. */
import { runStageProcess } from './stage-process.ts';

await runStageProcess(process.argv.slice(2));
