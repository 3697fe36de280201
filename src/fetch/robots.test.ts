/** Checks of odd robots.txt files: large patterns, lines that end in any way, what a status means. */
import { describe, expect, it } from 'vitest';
import { readRobots } from './robots.ts';

const read = (text: string, status = 200) => readRobots({ status, text }, 'http://h', 'dustpan');

describe('readRobots', () => {
  it.each([
    ['User-agent: *\r\nDisallow: /a\rAllow: /a/b\n', '/a/b/c', true],
    ['User-agent: *\r\nDisallow: /a\rAllow: /a/b\n', '/a/c', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x.pdf?y', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /\nUser-agent: dustpan\nDisallow:', '/', true],
    ['User-agent: dustpan/2.0\nDisallow: /', '/', false],
    ['\ufeffUser-agent: *\nDisallow: /a', '/a', false],
    ['Disallow: /a', '/a', true],
    ['<html>not here</html>', '/', true],
    [`User-agent: *\nDisallow: /${'a'.repeat(5000)}/secret`, `/${'a'.repeat(5000)}/open`, false],
    [`User-agent: *\nDisallow: /x\nAllow: /x${'a'.repeat(5000)}/open`, `/x${'a'.repeat(5000)}/shut`, false],
  ])('%j on %j', (text, path, expected) => {
    expect(read(text).allows(`http://h${path}`)).toBe(expected);
  });

  it('is for its own origin only', () => {
    const robots = read('User-agent: *\nAllow: /');
    expect([robots.allows('http://h/'), robots.allows('https://h/'), robots.allows('http://h:8080/')]).toEqual([
      ...[true, false, false],
    ]);
  });

  it.each([
    ['3', 3],
    ['0.5', 0.5],
    ['-1', 0],
    ['soon', 0],
    ['', 0],
  ])('with a Crawl-delay of %j asks for %d seconds', (delay, expected) => {
    expect(read(`User-agent: *\nCrawl-delay: ${delay}\nDisallow: /a`).delaySeconds).toBe(expected);
  });

  it('is no trap for those who read it', () => {
    const trap = `User-agent: *\n${`Disallow: /${'*a'.repeat(1000)}*b\n`.repeat(200)}`;
    const started = process.cpuUsage();
    expect(read(trap).allows(`http://h/${'a'.repeat(500)}`)).toBe(true);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
