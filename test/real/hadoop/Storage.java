// Starts Hadoop's distributed file system on this machine, one name node and one data node, and ends when standard input does.
import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

public class Storage {
  public static void main(String[] args) throws Exception {
    Configuration settings = new Configuration();
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(settings, new File(args[0])).numDataNodes(1).build()) {
      cluster.waitActive();
      System.out.println(cluster.getURI());
      while (System.in.read() != -1) {}
    }
  }
}
