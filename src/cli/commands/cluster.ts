/** `dustpan cluster`: which URLs of a crawl are one page. */
import { writeClusters } from '../../index.ts';
import { CLUSTERING, clusteringOptions, tellClustering } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { ENGINE_TOLD } from '../engine-options.ts';
import { INPUTS, openLabeled, READING, readStream, refuseUnknown } from '../labeled-data.ts';
import { OUTPUT } from '../options.ts';
import { openOutput } from '../output.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, say } from '../terminal.ts';

export const cluster = defineCommand(
  {
    name: 'cluster',
    summary: SUMMARIES.cluster,
    details:
      'Writes cluster_id, url and wide_id, separated by tabs, in the order of clusters and URLs, single pages included. URLs of one cluster are one page; URLs with different wide ids are certainly different pages. What the filters object to takes no part, nor do URLs of whose pages nothing is known, such as those of logs. A summary is written to standard error.',
    positionals: [INPUTS],
    options: [...READING, ...CLUSTERING, OUTPUT, ...ENGINE_TOLD],
    examples: [
      'dustpan cluster crawl.cdxj.gz -o clusters.tsv',
      'dustpan cluster internal_all.csv --by digest,redirect --keep assets,tiny -o clusters.tsv',
    ],
  },
  async (options, paths) => {
    const settings = clusteringOptions(options);
    if (options.engine !== 'local') {
      const { clusterOnEngine } = await import('../engine-data.ts');
      return await clusterOnEngine(options, paths, settings);
    }
    const { inputs } = openLabeled(paths, undefined);
    const output = openOutput(options.output);
    const reading = readStream(inputs, options, output);
    const { urls, clusters, plural, wides } = await writeClusters(
      reading.records,
      settings,
      (text) => output.write(text),
      (file) => {
        reading.done(file.urls + file.listed);
        tellClustering(file, file.clusters > 0);
        reading.check(file.urls + file.listed);
        refuseUnknown(
          file.clusters,
          file.listed,
          'so there are no clusters; give records with digests, sketches or redirects',
        );
      },
    );
    await output.finish();
    say(
      `${counted(urls, 'URL')} of ${counted(clusters, 'page')}: ${counted(urls - clusters, 'duplicate')}, in ${counted(plural, 'cluster')} of two URLs or more; ${counted(wides, 'page')} in the wide sense\n`,
    );
    return 0;
  },
);
