"""What the pages send in, checked for shape; its meaning is the services' business."""
