terraform import spillway_packet_mirroring.copy projects/demo-project/regions/us-central1/packetMirrorings/copy
